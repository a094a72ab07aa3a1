import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRepositoryPath } from '../../scripts/repository.ts'
import { createSeededRandom } from '../chat/seeded-random.ts'
import { writeLogFiles, writeServedLog } from './write-log.ts'

/** Selects the positions whose proofs are checked; the title of the suite names it. */
const SEED = process.env.LOG_SEED ?? String(Date.now() % 1_000_000)
const SIZE = 70_000
const PROOFS = 300

/** Folder in which Debian's golang-golang-x-mod-dev has its sources. */
const GO_PATH = '/usr/share/gocode'
const hasGo = () =>
  spawnSync('go', ['version']).status === 0 && existsSync(path.join(GO_PATH, 'src/golang.org/x/mod/sumdb/tlog'))
/** Set by `.ci/run`: if Go is missing, the suite fails there, and is skipped elsewhere. */
const isRequired = process.env.REQUIRE_GO === '1'

describe.skipIf(!hasGo() && !isRequired)(`Go's sumdb and a log of ${SIZE} entries (seed ${SEED})`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-log-go-'))
  const program = path.join(folder, 'verify')
  const log = path.join(folder, 'log')
  const toPath = (name: string) => path.join(log, name)

  beforeAll(async () => {
    if (!hasGo()) throw new Error('Go or golang.org/x/mod is missing: install golang-go and golang-golang-x-mod-dev')
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOCACHE: path.join(folder, 'go'), GOFLAGS: '' }
    execFileSync('go', ['build', '-o', program, getRepositoryPath('tests/log-go/verify.go')], { env })
    await writeLogFiles({ folder: log, size: SIZE, proofs: PROOFS, random: createSeededRandom(SEED) })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function verify(files = log) {
    const { status, stdout, stderr } = spawnSync(program, [files, SEED], { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  /** Returns Go's verdict on the log while one of its files is changed. */
  function verifyWith(name: string, change: (content: Buffer) => string | Uint8Array) {
    const content = existsSync(toPath(name)) ? readFileSync(toPath(name)) : undefined
    writeFileSync(toPath(name), change(Buffer.from(content ?? [])))
    const result = verify()
    if (content) writeFileSync(toPath(name), content)
    else rmSync(toPath(name))
    return result
  }

  /** Returns a function that changes one bit. */
  const createBitFlip = (place: number) => (content: Buffer) => {
    content.writeUInt8(content.readUInt8(place) ^ 1, place)
    return content
  }

  it('agree on checkpoint, tiles, entries and proofs', () => {
    const { status, output } = verify()
    expect(output).toContain(`all fit: ${SIZE} entries`)
    expect(output).toContain(`${2 * PROOFS} given proofs`)
    expect(status).toBe(0)
  })

  it('agree on the log that the reference upstream signs and serves', async () => {
    const served = path.join(folder, 'served')
    await writeServedLog({ folder: served, size: SIZE })
    expect(verify(served).output).toContain(`all fit: ${SIZE} entries`)
    expect(readFileSync(path.join(served, 'checkpoint'), 'utf8')).toBe(readFileSync(toPath('checkpoint'), 'utf8'))
  })

  it('find every planted fault', () => {
    const last = Math.floor(SIZE / 256)
    const cut = (content: Buffer) => content.subarray(0, -1)
    const plant: readonly [name: string, change: (content: Buffer) => string | Uint8Array, found: string][] = [
      ['tile/0/000', createBitFlip(0), 'tile/0/000 is another tile'],
      [`tile/0/${String(last).padStart(3, '0')}.p/${SIZE % 256}`, createBitFlip(31), 'is another tile'],
      [SIZE > 65_536 ? 'tile/1/000' : `tile/1/000.p/${last}`, createBitFlip(40), 'is another tile'],
      ['tile/0/000', cut, 'tile/0/000 is another tile'],
      ['tile/0/999', () => 'more', 'is no file of this log'],
      ['tile/entries/000', createBitFlip(2), 'the checkpoint has'],
      ['tile/entries/000', cut, 'is cut'],
      ['tile/entries/000', (content) => Buffer.concat([content, Buffer.of(0)]), 'is too long'],
      ['checkpoint', (content) => content.toString().replace(`\n${SIZE}\n`, `\n${SIZE - 1}\n`), 'invalid signature'],
      ['checkpoint', (content) => content.toString().replace('— lab', '— other'), 'no verifiable signatures'],
      ['key', (content) => content.toString().replace('lab', 'other'), 'key: invalid verifier'],
      [
        'proofs.json',
        (content) => content.toString().replace('"proof":["', '"proof":["A'),
        'proofs.json: cannot decode',
      ],
      ['proofs.json', (content) => changeProof(content, 'inclusion'), 'given proof of entry'],
      ['proofs.json', (content) => changeProof(content, 'consistency'), 'given proof from size'],
    ]
    for (const [name, change, found] of plant) {
      const { status, output } = verifyWith(name, change)
      expect(output, `${name} (${found})`).toContain(found)
      expect(status).toBe(1)
    }
    expect(verify().status).toBe(0)
  })
})

/** Changes one hash of the first proof that has any. */
function changeProof(content: Buffer, kind: 'inclusion' | 'consistency'): string {
  const all = JSON.parse(content.toString()) as Record<typeof kind, { proof: string[] }[]>
  const { proof = [] } = all[kind].find(({ proof: hashes }) => hashes.length > 0) ?? {}
  proof[0] = Buffer.alloc(32).toString('base64')
  return JSON.stringify(all)
}
