import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdminCommand } from '#operator/admin/admin-run.ts'
import { listNames, makeBucket, readStored, s3Server, toEnvironment } from '#testing/stores.ts'
import { AREAS, type Area, type Files, openFiles } from './open-files.ts'

const ALL_AREAS = Object.keys(AREAS) as Area[]
const FILES = 200

describe.skipIf(!s3Server)('npm run admin -- files move', () => {
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let folders: [string, string]
  const opened: Files[] = []

  beforeEach(async () => {
    bucket = await makeBucket()
    folders = [makeFolder(), makeFolder()]
  })
  afterEach(async () => {
    for (const files of opened.splice(0)) files.close()
    for (const folder of folders) rmSync(folder, { recursive: true })
    await bucket.drop()
  })

  const makeFolder = () => mkdtempSync(join(tmpdir(), 'portal-move-'))
  const makeEnvironment = (dataDir: string) => ({ DATA_DIR: dataDir, ...toEnvironment(bucket.s3) })
  async function open(dataDir: string, s3: typeof bucket.s3 | null): Promise<Files> {
    const files = await openFiles({ dataDir, s3 })
    opened.push(files)
    return files
  }
  async function readAll(files: Files): Promise<Map<string, string>> {
    const contents = new Map<string, string>()
    for (const area of ALL_AREAS) {
      for (const name of await listNames(files[area])) {
        contents.set(`${area}/${name}`, (await readStored(files[area], name)).toString('base64'))
      }
    }
    return contents
  }
  async function move(dataDir: string, ...args: string[]) {
    let text = ''
    const write = (line: string) => (text += line)
    const options = { env: makeEnvironment(dataDir), folder: dataDir, output: { write }, progress: { write } }
    const exitCode = await runAdminCommand({ ...options, args: ['files', 'move', ...args] })
    return { exitCode, text }
  }
  /** Starts the command as a process, and kills it once it has stored some files. */
  async function moveAndKill(dataDir: string, target: Files): Promise<void> {
    const program = join(import.meta.dirname, '../../operator.ts')
    const command = spawn(process.execPath, [program, 'admin', 'files', 'move', '--to', 's3'], {
      env: { PATH: process.env.PATH, ...makeEnvironment(dataDir) },
      stdio: 'ignore',
    })
    const ended = once(command, 'exit')
    await expect.poll(async () => (await listNames(target.uploads)).length, { interval: 10 }).toBeGreaterThan(5)
    command.kill('SIGKILL')
    await ended
  }

  it('copies all areas to object storage and back, also after it was killed', async () => {
    const [first, second] = folders
    const source = await open(first, null)
    for (let nth = 0; nth < FILES; nth += 1) await source.uploads.put(`${nth}.webp`, randomBytes(2000 + nth))
    for (const area of ALL_AREAS) await source[area].put('large', randomBytes(300_000))
    const before = await readAll(source)

    const target = await open(second, bucket.s3)
    await moveAndKill(first, target)
    const found = await readAll(target)
    expect(found.size).toBeLessThan(before.size)
    for (const [path, content] of found) expect([path, content]).toEqual([path, before.get(path)])

    const { exitCode, text } = await move(first, '--to', 's3')
    const copied = Number(/(\d+) files copied/.exec(text)?.[1])
    expect(copied).toBeGreaterThan(0)
    expect([exitCode, text]).toEqual([0, expect.stringContaining(`${before.size - copied} were there already`)])
    expect(await readAll(target)).toEqual(before)
    expect(await readAll(source)).toEqual(before)
    expect((await move(first, '--to', 's3')).text).toContain(`0 files copied, ${before.size} were there already`)

    expect(await move(second, '--to', 'folder')).toMatchObject({ exitCode: 0 })
    expect(await readAll(await open(second, null))).toEqual(before)
  }, 120_000)

  it('leaves a file with another content as it is, and names it', async () => {
    const [first] = folders
    const [source, target] = [await open(first, null), await open(first, bucket.s3)]
    await source.uploads.put('a.webp', Buffer.from('one'))
    await target.uploads.put('a.webp', Buffer.from('two'))
    expect(await move(first, '--to', 's3')).toEqual({
      exitCode: 1,
      text: expect.stringContaining('files/a.webp has another content there'),
    })
    expect(String(await readStored(target.uploads, 'a.webp'))).toBe('two')
  })

  it('needs a direction and a bucket', async () => {
    expect(await move(folders[0])).toMatchObject({ exitCode: 2 })
    expect(await move(folders[0], '--to', 'elsewhere')).toMatchObject({ exitCode: 2 })
    const output = { write: () => true }
    const options = { env: { DATA_DIR: folders[0] }, folder: folders[0], output, progress: output }
    expect(await runAdminCommand({ ...options, args: ['files', 'move', '--to', 's3'] })).toBe(2)
  })

  it.each([
    [
      { S3_SECRET_KEY: 'hush' },
      /^S3_BUCKET=\S+ at \S+ answers SignatureDoesNotMatch: [^\n]*Correct S3_ACCESS_KEY and S3_SECRET_KEY\.\n$/,
    ],
    [
      { S3_ENDPOINT: 'http://127.0.0.1:9' },
      /^S3_BUCKET=\S+ at 127\.0\.0\.1:9: LIST failed: ECONNREFUSED\. `doctor storage` says why\.\n$/,
    ],
  ])('names the bucket, the cause and the remedy when a command cannot reach it: %o', async (changes, expected) => {
    let text = ''
    const write = (line: string) => (text += line)
    const env = { ...makeEnvironment(folders[0]), ...changes }
    const options = { env, folder: folders[0], output: { write }, progress: { write } }
    expect(await runAdminCommand({ ...options, args: ['files', 'check'] })).toBe(1)
    expect(text).toMatch(expected)
  })
})
