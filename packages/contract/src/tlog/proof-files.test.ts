import { describe, expect, it } from 'vitest'
import { cosign, createNoteSigner } from './note-signing.ts'
import { checkProofFile, formatProofFile, type ProofFile, readProofFile } from './proof-files.ts'
import { COSIGNATURE } from './signed-notes.ts'
import { makeLogSigner, makeSampleLog, makeSeed, sha256 } from './testing/sample-log.ts'

const SIZE = 300
const INDEX = 280

const log = await makeSampleLog(SIZE)
const signer = await makeLogSigner()
const witness = await createNoteSigner('witness.example/w1', makeSeed(0x20), COSIGNATURE)
const note = await log.signCheckpoint(signer)
const [text = ''] = note.split(/(?<=\n)\n/)
const keys = { log: signer.key, witnesses: [witness.key] }
const entry = log.entries[INDEX] as Uint8Array
const file: ProofFile = {
  index: INDEX,
  proof: await log.makeTree().inclusionProof(INDEX),
  extra: new TextEncoder().encode('绿松石'),
  checkpoint: note + (await cosign(text, 1795305600, witness)),
}

const check = async (changed: Partial<ProofFile>, known = keys) =>
  await checkProofFile(sha256, { ...file, ...changed }, entry, known)

describe('a proof file', () => {
  it('has its lines in the order of the specification', () => {
    const lines = formatProofFile(file).split('\n')
    expect(lines.slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', 'extra 57u/5p2+55+z', `index ${INDEX}`])
    expect(lines.slice(3 + file.proof.length, 6 + file.proof.length)).toEqual(['', 'lab.example/log', `${SIZE}`])
  })

  it('is read as it was written', async () => {
    expect(readProofFile(formatProofFile(file))).toEqual(file)
    const single = await makeSampleLog(1)
    const bare = { index: 0, proof: [], checkpoint: await single.signCheckpoint(signer) }
    expect(readProofFile(formatProofFile(bare))).toEqual(bare)
    expect(formatProofFile({ ...bare, extra: new Uint8Array() })).toBe(formatProofFile(bare))
  })

  it('is refused when it is malformed', () => {
    const written = formatProofFile(file)
    for (const [from, to] of [
      ['@v1', '@v2'],
      ['@v1\n', '@v1\r\n'],
      ['extra 57u', 'extra '],
      ['extra 57u/5p2+55+z', 'extra '],
      ['extra 57u', 'extra  57u'],
      ['extra 57u', 'other 57u'],
      ['index 280', 'index 0280'],
      ['index 280', 'index -1'],
      ['index 280', 'index 9007199254740993'],
      ['index 280\n', ''],
      ['index 280\n', 'index 280\nAA==\n'],
      ['index 280\n', `index 280\n${'A'.repeat(43)}=\n`.repeat(64)],
    ] as const) {
      expect(readProofFile(written.replace(from, to)), to).toBeUndefined()
    }
    expect(readProofFile(written.replace('\n\n', '\n').replace('\n\n', '\n'))).toBeUndefined()
    expect(readProofFile('')).toBeUndefined()
  })
})

describe('the check of a proof file', () => {
  it('returns the checkpoint and its witnesses', async () => {
    expect(await check({})).toEqual({
      check: 'right',
      checkpoint: { origin: 'lab.example/log', size: SIZE, root: await log.makeTree().root() },
      cosignatures: [{ key: witness.key, timeS: 1795305600 }],
    })
    expect(await check({}, { ...keys, witnesses: [] })).toMatchObject({ check: 'right', cosignatures: [] })
  })

  it('fails for another position, entry, proof, or tree', async () => {
    expect(await check({ index: INDEX + 1 })).toEqual({ check: 'absent' })
    expect(await check({ index: SIZE })).toEqual({ check: 'absent' })
    expect(await check({ proof: file.proof.slice(1) })).toEqual({ check: 'absent' })
    expect(await check({ proof: [...file.proof, new Uint8Array(32)] })).toEqual({ check: 'absent' })
    expect(await checkProofFile(sha256, file, log.entries[0] as Uint8Array, keys)).toEqual({ check: 'absent' })
    expect(await check({ checkpoint: await log.signCheckpoint(signer, SIZE - 1) })).toEqual({ check: 'absent' })
  })

  it('fails for a checkpoint of another log, key, or content', async () => {
    const other = await createNoteSigner('other.example/log', makeSeed(0))
    const renewed = await createNoteSigner(signer.key.name, makeSeed(1))
    expect(await check({ checkpoint: await log.signCheckpoint(other) })).toEqual({ check: 'foreign' })
    expect(await check({ checkpoint: await log.signCheckpoint(renewed) })).toEqual({ check: 'foreign' })
    expect(await check({}, { ...keys, log: other.key })).toEqual({ check: 'foreign' })
    expect(await check({ checkpoint: file.checkpoint.replace('\n300\n', '\n301\n') })).toEqual({ check: 'wrong' })
    expect(await check({ checkpoint: note + (await cosign(`${text}x\n`, 1, witness)) })).toEqual({ check: 'wrong' })
    expect(await check({ checkpoint: text })).toEqual({ check: 'malformed' })
    expect(await check({ checkpoint: note.replace('\n300\n', '\n0300\n') })).toEqual({ check: 'malformed' })
  })
})
