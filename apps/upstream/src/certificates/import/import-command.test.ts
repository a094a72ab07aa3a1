import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { runImport } from './import-command.ts'

const SCRIPT = join(import.meta.dirname, '../../../../../scripts/import.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-import-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const makeEnv = () => ({ DATA_DIR: join(folder, 'data') })

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const output = { write: (part: string) => (text += part) }
  const code = await runImport({ args, env: makeEnv(), folder, output, progress: { write() {} } })
  return { code, text }
}

describe('npm run import', () => {
  it('prints the numbers of new, corrected and unchanged certificates', async () => {
    writeRows(folder, [makeCertificateRow(1), makeCertificateRow(2)])
    expect(await run('certificates', 'certificates.jsonl')).toMatchObject({
      code: 0,
      text: expect.stringContaining('新增 2 · 更正 0 · 未变 0'),
    })
    writeRows(folder, [makeCertificateRow(1, { color: '绿' }), makeCertificateRow(2), makeCertificateRow(3)])
    expect((await run('certificates', 'certificates.jsonl')).text).toContain('新增 1 · 更正 1 · 未变 1')
  })

  it('exits with 1 and prints the faults by line when a row is refused', async () => {
    writeRows(folder, [makeCertificateRow(1), makeCertificateRow(2, { conclusion: '钻石', refractiveIndex: '1.54' })])
    const { code, text } = await run('certificates', 'certificates.jsonl')
    expect(code).toBe(1)
    expect(text).toContain('第 2 行：钻石折射率应为 2.417，现为 1.54')
  })

  it('exits with 1 for a missing file or picture folder', async () => {
    expect(await run('certificates', 'none.csv')).toMatchObject({ code: 1, text: expect.stringContaining('无法读取') })
    writeRows(folder, [makeCertificateRow(1)])
    expect(await run('certificates', 'certificates.jsonl', '--pictures', 'none')).toMatchObject({ code: 1 })
  })

  it.each([[[]], [['articles', 'a.csv']], [['certificates']], [['certificates', 'a.csv', '--what']]])(
    'prints its usage for wrong arguments: %o',
    async (args) => {
      expect(await run(...args)).toMatchObject({ code: 2, text: expect.stringContaining('npm run import') })
    },
  )

  it('stores check codes that a running server accepts', async () => {
    const databaseUrl = `sqlite:${join(folder, 'data/portal.db')}`
    const upstream = await makeUpstream({ content: 'none', databaseUrl, env: makeEnv() })
    try {
      writeRows(folder, [makeCertificateRow(1)])
      expect((await run('certificates', 'certificates.jsonl')).code).toBe(0)
      const { certificateNo, checkCode } = makeCertificateRow(1)
      const url = '/v1/certificate/check'
      const answer = await upstream.app.inject({ method: 'POST', url, payload: { certificateNo, checkCode } })
      expect(answer.json().data.state).toBe('valid')
    } finally {
      await upstream.close()
    }
  })

  it('publishes nothing when killed, and resumes when started again', {
    timeout: 60_000,
  }, async () => {
    const rows = 30_000
    const path = writeRows(
      folder,
      Array.from({ length: rows }, (_, at) => makeCertificateRow(at)),
    )
    const child = spawn(process.execPath, [SCRIPT, 'certificates', path], {
      env: { ...process.env, ...makeEnv() },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const databaseFile = join(folder, 'data/portal.db')
    await expect
      .poll(() => readdirSync(folder).includes('data') && readdirSync(join(folder, 'data')).length, { timeout: 30_000 })
      .toBeGreaterThan(1)
    const database = openDatabase(`sqlite:${databaseFile}`)
    const countStaged = async () => {
      try {
        const found = await database.db.selectFrom('certificate_imports').select('rows_done').executeTakeFirst()
        return found?.rows_done ?? 0
      } catch {
        // The database has no tables yet.
        return 0
      }
    }
    try {
      await expect.poll(countStaged, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
      const stagedCount = await countStaged()
      expect(stagedCount).toBeLessThan(rows)
      expect(await database.db.selectFrom('certificates').selectAll().execute()).toEqual([])
      const { code, text } = await run('certificates', path)
      expect(code).toBe(0)
      expect(text).toContain(`从第 ${(stagedCount + 1).toLocaleString('en')} 份接续`)
      const { count } = await database.db
        .selectFrom('certificates')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(rows)
    } finally {
      child.kill('SIGKILL')
      await database.close()
    }
  })

  it('stores no check code in plain text', async () => {
    const { checkCode } = makeCertificateRow(1)
    writeRows(folder, [makeCertificateRow(1)])
    await run('certificates', 'certificates.jsonl')
    for (const name of readdirSync(join(folder, 'data')).filter((one) => one.startsWith('portal.db'))) {
      expect(readFileSync(join(folder, 'data', name)).includes(String(checkCode)), name).toBe(false)
    }
  })
})
