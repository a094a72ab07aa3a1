import { describe, expect, it } from 'vitest'
import { decodeBase64, hashLeaf, toHex } from './hashing.ts'
import { checkNote } from './note-checks.ts'
import { cosign, createNoteSigner, signNote } from './note-signing.ts'
import {
  COSIGNATURE,
  checkSignature,
  formatVerifierKey,
  isKeyName,
  readNote,
  readVerifierKey,
  type SignedNote,
  type VerifierKey,
} from './signed-notes.ts'
import { makeLogSigner, makeSeed, ORIGIN, sha256 } from './testing/sample-log.ts'

/** Keys and notes of the tests of Go's `sumdb/note`. */
const GO = {
  /** Type and seed of the key. */
  secret: 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  otherKey: 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  otherLine:
    '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n',
}
/** Example of C2SP signed-note. */
const EXAMPLE = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: 'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
}
const OWN_LINE =
  '— lab.example/log iUCvT5lMCmojzUGpu9Wp+SmO1ToCUGhWQLFh4W7dwJhc21tyAnDm4eLyOChXDVtj6P4qrRnn6RwrGJrdu+X5966ppgI=\n'
const CHECKPOINT = `${ORIGIN}\n70000\nVlFs31vMcXH6qG4PKqdAhb21StfYkje6PtHo6uNIWmw=\n`
const TIME_S = 1795305600

const parseKey = async (text: string) => (await readVerifierKey(text)) as VerifierKey
const parseNote = (text: string) => readNote(text) as SignedNote
const [peter, enoch] = await Promise.all([parseKey(GO.key), parseKey(GO.otherKey)])

describe('a verifier key', () => {
  it('is read in the form of other implementations', async () => {
    for (const text of [GO.key, GO.otherKey, EXAMPLE.key]) expect(formatVerifierKey(await parseKey(text))).toBe(text)
    const { key } = await makeLogSigner()
    expect(toHex(key.key)).toBe('03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8')
    expect(toHex(key.id)).toBe('8940af4f')
    expect(formatVerifierKey(key)).toBe('lab.example/log+8940af4f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4')
  })

  it('is refused with any byte changed or cut off', async () => {
    for (let from = 0; from < GO.key.length; from += 1) {
      for (let end = from; end <= GO.key.length; end += 1) {
        const part = GO.key.slice(from, end)
        if (part !== GO.key) expect(await readVerifierKey(part), part).toBeUndefined()
      }
      const next = String.fromCharCode(GO.key.charCodeAt(from) + 1)
      const changed = GO.key.slice(0, from) + next + GO.key.slice(from + 1)
      expect(await readVerifierKey(changed), changed).toBeUndefined()
    }
  })

  it('is refused when the key has another length or an unknown type', async () => {
    for (const text of [
      'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
      'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    ]) {
      expect(await readVerifierKey(text)).toBeUndefined()
    }
  })

  it('has a name without blanks and plus signs', () => {
    for (const name of ['lab.example/log', 'localhost:8080/log', '检测', 'a\ufeff']) expect(isKeyName(name)).toBe(true)
    for (const name of ['', 'a b', 'a+b', 'a\u00a0', 'a\u3000', 'a\u0085', 'a\n', '\ud800']) {
      expect(isKeyName(name)).toBe(false)
    }
  })
})

describe('a note', () => {
  it('has the text and signatures that other implementations wrote', async () => {
    expect(parseNote(`${GO.text}\n${GO.line}`)).toMatchObject({ text: GO.text, signatures: [{ name: 'PeterNeumann' }] })
    expect(await checkSignature(parseNote(`${GO.text}\n${GO.line}`), peter)).toBe('right')
    expect(await checkSignature(parseNote(EXAMPLE.note), await parseKey(EXAMPLE.key))).toBe('right')
    expect(parseNote(`a\n\nb\n\n${GO.line}`).text).toBe('a\n\nb\n')
  })

  it('is signed with the same bytes as in Go', async () => {
    const signer = await createNoteSigner('PeterNeumann', decodeBase64(GO.secret)?.slice(1) ?? new Uint8Array())
    expect(await signNote(GO.text, signer)).toBe(`${GO.text}\n${GO.line}`)
    expect(await signNote(CHECKPOINT, await makeLogSigner())).toBe(`${CHECKPOINT}\n${OWN_LINE}`)
  })

  it('cannot be signed without a final line feed, or with a seed of another length', async () => {
    await expect(signNote('text', await makeLogSigner())).rejects.toThrow(RangeError)
    for (const length of [0, 31, 33]) {
      await expect(createNoteSigner(ORIGIN, new Uint8Array(length))).rejects.toThrow(RangeError)
    }
  })

  it('is refused when it is malformed', () => {
    const signed = `${GO.text}\n${GO.line}`
    for (const note of [
      ...['', '\n', '\n\n', GO.text, `${GO.text}\n`, signed.slice(0, -1), signed.replace('\n\n', '\n')],
      ...[`\u0001${signed}`, `\ud800${signed}`, signed.replaceAll('\n', '\r\n'), `${signed}\n`, `${signed}x\n`],
      ...[signed.replace('PeterNeumann', 'Bad Name'), signed.replace('PeterNeumann', 'Bad+Name')],
      ...[signed.replace('—', '-'), signed.replace('— ', '—'), signed.replace(' x08', '  x08'), `${signed}— a AAAA\n`],
      ...[signed.replace('AM=', 'AN='), signed.replace('AM=', 'AM'), signed.replace('x08', 'x-8')],
      `${GO.text}\n${GO.line.repeat(101)}`,
      `${'a'.repeat(1_000_000)}\n\n${GO.line}`,
    ]) {
      expect(readNote(note), note.slice(0, 80)).toBeUndefined()
    }
    expect(parseNote(`${GO.text}\n${GO.line.repeat(100)}`).signatures).toHaveLength(100)
  })
})

describe('a note checked with known keys', () => {
  const { text, line, otherLine } = GO
  const wrongLine = `${line.slice(0, 60)}ABCD${line.slice(60)}`
  const check = (lines: string, keys: VerifierKey[]) => checkNote(parseNote(`${text}\n${lines}`), keys)

  it('is valid with one valid line, whatever unknown keys signed', async () => {
    expect(await check(line + otherLine, [peter])).toEqual({ check: 'right', right: [{ key: peter }] })
    expect(await check(line + otherLine, [enoch, peter])).toEqual({
      check: 'right',
      right: [{ key: enoch }, { key: peter }],
    })
    expect(await check(wrongLine + otherLine, [enoch])).toMatchObject({ check: 'right' })
    expect(await check(line, [enoch, peter])).toEqual({ check: 'right', right: [{ key: peter }] })
  })

  it('is refused with a wrong line of a known key', async () => {
    expect(await check(wrongLine + otherLine, [peter, enoch])).toEqual({ check: 'wrong', right: [{ key: enoch }] })
    expect(await check(line.replace('JkuBS', 'JkuBT'), [peter])).toMatchObject({ check: 'wrong' })
  })

  it('has no signature when no known key signed', async () => {
    expect(await check(line + otherLine, [])).toEqual({ check: 'missing', right: [] })
    expect(await check(otherLine, [peter])).toMatchObject({ check: 'missing' })
    expect(await check(line.replace('PeterNeumann', 'CarmenSandiego'), [peter])).toMatchObject({ check: 'missing' })
    expect(await check(line.replace('x08g', 'xxxx'), [peter])).toMatchObject({ check: 'missing' })
  })

  it('reports both keys while a log changes its key, and the times of witnesses', async () => {
    const [log, next] = await Promise.all([makeLogSigner(), createNoteSigner(ORIGIN, makeSeed(1))])
    const witness = await createNoteSigner('witness.example/w1', makeSeed(0x20), COSIGNATURE)
    const note = parseNote((await signNote(CHECKPOINT, log, next)) + (await cosign(CHECKPOINT, TIME_S, witness)))
    expect(await checkNote(note, [witness.key, next.key, log.key])).toEqual({
      check: 'right',
      right: [{ key: witness.key, timeS: TIME_S }, { key: next.key }, { key: log.key }],
    })
    // The key id includes the type, so a witness key and a log key with the same bytes have different ids.
    const asLog = await createNoteSigner('witness.example/w1', makeSeed(0x20))
    expect(await checkNote(note, [asLog.key])).toMatchObject({ check: 'missing' })
  })
})

it('computes an entry as the HMAC of the text of a certificate', async () => {
  const json =
    '{"certificateNo":"SH20261103001285","conclusion":"绿松石","kind":"publish","totalMassG":"12.50","version":1}'
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const salt = await crypto.subtle.importKey('raw', makeSeed(0), hmac, false, ['sign'])
  const entry = new Uint8Array(await crypto.subtle.sign('HMAC', salt, new TextEncoder().encode(json)))
  expect(toHex(entry)).toBe('6ef31afe2dcacf4389a54d33a8efa75513a6585b3b1af98f0b47dec3452de86c')
  expect(toHex(await hashLeaf(sha256, entry))).toBe('d1ce620171b701686475483b04f0b22e152dfe9875ec0bbdee59c7060416bcf4')
})
