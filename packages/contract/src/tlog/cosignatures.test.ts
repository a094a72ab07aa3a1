import { expect, it } from 'vitest'
import { checkCosignature, formatCosignatureLine } from './cosignatures.ts'
import { cosign, createNoteSigner } from './note-signing.ts'
import { COSIGNATURE, formatVerifierKey, readNote, readVerifierKey, type VerifierKey } from './signed-notes.ts'
import { makeSeed } from './testing/sample-log.ts'
import { formatWitnessRequest, readWitnessRequest } from './witness-requests.ts'

const CHECKPOINT = 'lab.example/log\n70000\nVlFs31vMcXH6qG4PKqdAhb21StfYkje6PtHo6uNIWmw=\n'
const KEY = 'witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X'
const TIME_S = 1795305600
const LINE =
  '— witness.example/w1 IDJKvgAAAABrAjCAbVUn3W7b62sRzLvuG+YVz5eQ1Z8uDVxVmFKt8Icxh7r9I5YRhhpmyMvSNDg9grFfJ1xzpwnuJeBthILQZo6+Aw==\n'
const key = (await readVerifierKey(KEY)) as VerifierKey

const check = async (text: string, line: string) => {
  const note = readNote(`${text}\n${line}`)
  return note && (await checkCosignature(note, key))
}

it('makes the same cosignature as Go', async () => {
  const witness = await createNoteSigner(key.name, makeSeed(0x20), COSIGNATURE)
  expect(formatVerifierKey(witness.key)).toBe(KEY)
  expect(await cosign(CHECKPOINT, TIME_S, witness)).toBe(LINE)
})

it('accepts a cosignature only for its checkpoint and time', async () => {
  expect(await check(CHECKPOINT, LINE)).toEqual({ check: 'right', timeS: TIME_S })
  expect(await check(CHECKPOINT.replace('70000', '70001'), LINE)).toMatchObject({ check: 'wrong' })
  expect(await check(CHECKPOINT, LINE.replace('AAAABrAj', 'AAAABrAk'))).toMatchObject({ check: 'wrong' })
  expect(await check(CHECKPOINT, LINE.replace('/w1', '/w2'))).toMatchObject({ check: 'missing' })
  expect(await check(CHECKPOINT, formatCosignatureLine(key, 0, new Uint8Array(64)))).toEqual({
    check: 'wrong',
    timeS: 0,
  })
  expect(await check(CHECKPOINT, '— witness.example/w1 IDJKvgAAAA==\n')).toEqual({ check: 'wrong', timeS: 0 })
})

it('reads a witness request as it was written', () => {
  const proof = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  for (const request of [
    { oldSize: 3, proof, checkpoint: `${CHECKPOINT}\n${LINE}` },
    { oldSize: 0, proof: [], checkpoint: `${CHECKPOINT}\n${LINE}` },
  ]) {
    expect(readWitnessRequest(formatWitnessRequest(request))).toEqual(request)
  }
})

it('refuses a malformed witness request', () => {
  const hash = `${Buffer.alloc(32).toString('base64')}\n`
  for (const body of [
    '',
    'old 3\n',
    'old 03\n\nnote',
    'old -1\n\nnote',
    'old 9007199254740993\n\nnote',
    'new 3\n\nnote',
    'old 3\r\n\r\nnote',
    'old 3\nAA==\n\nnote',
    `old 3\n${hash.repeat(64)}\nnote`,
  ]) {
    expect(readWitnessRequest(body)).toBeUndefined()
  }
  expect(readWitnessRequest(`old 3\n${hash.repeat(63)}\nnote`)?.proof).toHaveLength(63)
})
