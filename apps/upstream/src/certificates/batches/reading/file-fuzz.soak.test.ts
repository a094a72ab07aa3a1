import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_RULES } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CommandError } from '#platform/commands/command-error.ts'
import { HOSTILE_WORKBOOKS } from '#testing/hostile-tables.ts'
import { createRandom, type Random } from '#testing/random.ts'
import { makeWorkbookParts, makeZip, type ZipPart } from '#testing/workbooks.ts'
import { figure } from '../../../../../../tests/figure.ts'
import { createReadingThread, ReadingStopped } from './reading-thread.ts'

/** Fixed, so that failures can be reproduced; `FUZZ_SEED` sets another. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_124)
/** Number of damaged files; `FUZZ_FILES` sets another for a run by hand. */
const FILES = Number(process.env.FUZZ_FILES ?? figure({ quick: 100, soak: 6_000 }))
/** Processor time of a step, which takes some milliseconds. The clock would count what else the machine does. */
const STEP_MAX_MS = 1 * SECOND_MS

const HEAD = ['类别', '检验结论', '密度']
const ROWS = Array.from({ length: 30 }, (_, at) => ['玉石', `翡翠${at}`, '3.33'])
const CSV = [HEAD, ...ROWS].map((row) => row.join(',')).join('\n')
const JSONL = ROWS.map(([category, conclusion, density]) =>
  JSON.stringify({ category, conclusion, 密度: density }),
).join('\n')
const PARTS = makeWorkbookParts([{ rows: [HEAD, ...ROWS], merges: ['A2:A4', 'B6:C6'] }])
const PIECES = [
  '<!--',
  '<![CDATA[',
  '<c',
  '</row>',
  '&',
  '"',
  '=',
  '[',
  '{',
  '\\u0000',
  '\n',
  '\r',
  '\t',
  ',',
  '1e999',
  '__proto__',
  '\u2028',
  '💎',
]

/** A text with pieces that were cut, doubled, moved or put in. */
function damagedText(random: Random, text: string): string {
  const at = Math.floor(random.next() * text.length)
  const length = Math.floor(random.next() ** 3 * 400)
  const piece = random.pick([...PIECES, text.slice(at, at + length)])
  const times = random.next() < 0.1 ? Math.floor(random.next() * 60_000) : Math.floor(random.next() * 4)
  return (
    text.slice(0, at) +
    piece.repeat(piece.length > 20 ? times % 50 : times) +
    text.slice(at + length * random.pick([0, 1]))
  )
}

function damagedBytes(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let left = 1 + Math.floor(random.next() * 8); left > 0; left -= 1) {
    copy[Math.floor(random.next() * copy.length)] = Math.floor(random.next() * 256)
  }
  return random.next() < 0.2 ? copy.subarray(0, Math.floor(random.next() * copy.length)) : copy
}

/** A workbook whose parts, directory or bytes are damaged. */
function damagedWorkbook(random: Random): Buffer {
  if (random.next() < 0.1) return damagedBytes(random, random.pick(HOSTILE_WORKBOOKS).content)
  const victim = random.pick(PARTS)
  const damaged = (part: ZipPart): ZipPart => {
    const content = damagedText(random, String(part.content))
    return { ...part, content, ...(random.next() < 0.1 && { declares: Math.floor(random.next() * 2 ** 31) }) }
  }
  const book = makeZip(PARTS.map((part) => (part === victim ? damaged(part) : part)))
  return random.next() < 0.4 ? damagedBytes(random, book) : book
}

function makeFile(random: Random): { name: string; content: Buffer } {
  const name = random.pick(['a.xlsx', 'a.xlsx', 'a.csv', 'a.jsonl'])
  if (name === 'a.xlsx') return { name, content: damagedWorkbook(random) }
  const text = Buffer.from(damagedText(random, damagedText(random, name === 'a.csv' ? CSV : JSONL)))
  return { name, content: random.next() < 0.3 ? damagedBytes(random, text) : text }
}

/** Processor time of all threads of this process, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-fuzz-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('reads damaged files, or refuses them with a reason, without a crash and without a long step', {
  timeout: 20 * MINUTE_MS,
}, async () => {
  const random = createRandom(SEED)
  const thread = createReadingThread()
  const path = join(folder, 'file')
  let [startedMs, longest] = [0, { ms: 0, about: '' }]
  try {
    for (let nth = 1; nth <= FILES; nth += 1) {
      const { name, content } = makeFile(random)
      writeFileSync(path, content)
      const about = `seed ${SEED}, file ${nth}, ${name}`
      const task = { path, name, sheet: null, choice: {}, skip: 0 }
      const noteStep = () => {
        const ms = cpuMs() - startedMs
        if (ms > longest.ms) longest = { ms, about }
      }
      startedMs = cpuMs()
      try {
        await thread.run({ kind: 'open', task })
        for (let isOver = false; !isOver; ) {
          if (nth > 1) noteStep()
          startedMs = cpuMs()
          const piece = await thread.run({ kind: 'next' })
          isOver = piece === null
          const rows = (piece?.lines ?? []).map(
            (line) =>
              [
                line,
                {
                  known: undefined,
                  earlierLine: undefined,
                  isOtherCode: false,
                  today: '2026-11-24',
                  rules: DEFAULT_RULES,
                },
              ] as const,
          )
          expect(
            rows.every(([{ lineNo }]) => Number.isInteger(lineNo) && lineNo > 0),
            about,
          ).toBe(true)
          if (rows.length > 0) await thread.run({ kind: 'judge', rows })
        }
      } catch (error) {
        if (!(error instanceof CommandError) || error instanceof ReadingStopped)
          throw new Error(about, { cause: error })
      }
      // The first file waits until the thread is up.
      if (nth > 1) noteStep()
    }
  } finally {
    thread.stop(new Error('over'))
  }
  process.stdout.write(`${FILES} damaged files, longest step ${Math.round(longest.ms)} ms, ${longest.about}\n`)
  expect(longest.ms, longest.about).toBeLessThan(STEP_MAX_MS)
})
