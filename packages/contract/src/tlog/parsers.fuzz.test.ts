import { expect, it } from 'vitest'
import { formatCheckpoint, readCheckpoint } from './checkpoints.ts'
import { type Bytes, decodeBase64, toBase64 } from './hashing.ts'
import { formatProofFile, readProofFile } from './proof-files.ts'
import { formatSignatureLine, readNote } from './signed-notes.ts'
import { formatTilePath, readBundle, readTilePath, writeBundle } from './tile-paths.ts'
import { formatWitnessRequest, readWitnessRequest } from './witness-requests.ts'

const SEED = 17
const ROUNDS = 3000

/** Creates a generator of numbers from 0 up to `end`, the same in each run (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return (end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

const random = createRandom(SEED)
const HASH = toBase64(new Uint8Array(32).fill(3))
const NOTE = `lab.example/log\n70000\n${HASH}\n\n— lab.example/log iUCvTw==\n— lab.example/log iUCvT5k=\n`
const PIECES = ['\n', '\n\n', ' ', '+', '—', '=', '0', '-1', '00', '256', '9007199254740993', '.p/', 'x001/', 'tile/']
const CHARACTERS = [
  '\0',
  '\r',
  '\u0085',
  '\u{1f48e}',
  '\ud800',
  'é',
  '石',
  'A',
  'z',
  '/',
  '%2f',
  'old ',
  'index ',
  HASH,
]

/** Removes, repeats, moves or inserts a part of the text, up to three times. */
function mutate(text: string): string {
  let changed = text
  for (let left = random(4); left > 0; left -= 1) {
    const [from, length] = [random(changed.length + 1), random(6)]
    const end = Math.min(changed.length, from + length)
    const [front, part, back] = [changed.slice(0, from), changed.slice(from, end), changed.slice(end)]
    const piece = [...PIECES, ...CHARACTERS][random(PIECES.length + CHARACTERS.length)] ?? ''
    const char = String.fromCharCode(random(128))
    changed = [
      front + back,
      front + part + part + back,
      back + part + front,
      front + piece + back,
      front + char + back,
    ][random(5)] as string
  }
  return changed
}

/** @param write serialises a value that was read: it must give the same text, because no value has two spellings */
function fuzz<Value>(
  samples: readonly string[],
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
) {
  const counts = { read: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = mutate(samples[random(samples.length)] ?? '')
    const value = read(text)
    if (value !== undefined) expect(write(value), JSON.stringify(text)).toBe(text)
    counts[value === undefined ? 'refused' : 'read'] += 1
  }
  // Both outcomes occurred.
  expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(ROUNDS / 20)
}

it('refuses a tile path or reads its only spelling', () => {
  fuzz(['tile/0/000', 'tile/entries/x001/234.p/5', 'tile/63/x001/x234/067.p/255'], readTilePath, formatTilePath)
})

it('refuses a checkpoint or reads its only spelling', () => {
  const write = ({ text, value }: { text: string; value: NonNullable<ReturnType<typeof readCheckpoint>> }) => {
    const [, , , ...extensions] = text.split('\n')
    return formatCheckpoint(value) + extensions.join('\n')
  }
  const read = (text: string) => {
    const value = readCheckpoint(text)
    return value && { text, value }
  }
  fuzz([NOTE.slice(0, NOTE.indexOf('\n\n') + 1), `a\n0\n${HASH}\nmore\n`], read, write)
})

it('refuses a note or reads its only spelling', () => {
  fuzz([NOTE, '\n\n— a AAAAAAA=\n'], readNote, ({ text, signatures }) => {
    return `${text}\n${signatures.map((signature) => formatSignatureLine(signature, signature.bytes)).join('')}`
  })
})

it('refuses a proof file or reads its only spelling', () => {
  const parts = { index: 3, checkpoint: NOTE }
  const proof = [new Uint8Array(32), new Uint8Array(32).fill(255)]
  const extra = new Uint8Array(5)
  fuzz(
    [formatProofFile({ ...parts, proof, extra }), formatProofFile({ ...parts, proof: [] })],
    readProofFile,
    formatProofFile,
  )
})

it('refuses a witness request or reads its only spelling', () => {
  const request = { oldSize: 3, proof: [new Uint8Array(32)], checkpoint: NOTE }
  fuzz([formatWitnessRequest(request)], readWitnessRequest, formatWitnessRequest)
})

it('refuses base64 or reads its only spelling', () => {
  fuzz(['', 'AA==', 'AAA=', 'AAAA', HASH], decodeBase64, toBase64)
})

it('refuses a bundle of entries or reads its only spelling', () => {
  const width = 3
  const sample = writeBundle([new Uint8Array(2), new Uint8Array(0), new Uint8Array(32)])
  const read = (text: string): Uint8Array[] | undefined => {
    try {
      return readBundle(Uint8Array.from(text, (char) => char.charCodeAt(0)) as Bytes, width)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
      return undefined
    }
  }
  const write = (entries: Uint8Array[]) => String.fromCharCode(...writeBundle(entries))
  fuzz([String.fromCharCode(...sample)], (text) => (/[^\0-\xff]/.test(text) ? undefined : read(text)), write)
})
