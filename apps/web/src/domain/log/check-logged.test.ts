import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import * as cryptography from '#lib/ed25519.ts'
import { computeSha256Hex, type FakeLog, makeFakeLog, makeSigner } from '#testing/fake-log.ts'
import { checkLogged } from './check-logged.ts'

const PICTURE = new TextEncoder().encode('the picture of the sample')
const ANSWER: CertificateAnswer = {
  state: 'valid',
  certificate: {
    certificateNo: 'SH20261103001285',
    version: 2,
    category: 'turquoise',
    conclusion: '绿松石',
    totalMassG: 12.5,
    lengthMm: 18.42,
    color: '蓝绿色',
    refractiveIndex: '1.61（点测）',
    standards: ['GB/T 16552', 'GB/T 16553'],
    pictures: [{ url: '/file/img/a.png', caption: '样品正面', widthMm: 28 }],
    issuedOn: '2026-11-03',
    approver: '顾怀瑾',
    拉曼光谱: '1042 cm⁻¹ 强峰',
    printed: { totalMassG: '12.50' },
  } as Certificate,
}
const DAY_ONE = Date.UTC(2026, 10, 3, 4)

let log: FakeLog
let logged: CertificateAnswer
let picture: () => Response
beforeEach(async () => {
  localStorage.clear()
  log = await makeFakeLog()
  picture = () => new Response(PICTURE)
  await log.addOthers(300)
  logged = await log.enter(ANSWER, [await computeSha256Hex(PICTURE)])
  await log.addOthers(5)
  vi.stubGlobal('fetch', async (address: string) => (await log.answer(address)) ?? picture())
})

const check = (answer = logged, nowMs = DAY_ONE) =>
  checkLogged(answer, { now: () => nowMs, wait: () => Promise.resolve() })

/** Copies the answer with changes to its certificate. */
const changeCertificate = (changes: object) =>
  ({ ...logged, certificate: { ...logged.certificate, ...changes } }) as CertificateAnswer

const FAILED = { kind: 'failed', why: 'absent', index: 300 }

it('proves content at the first visit, and its continuation at the next ones', async () => {
  expect(await check()).toMatchObject({
    kind: 'included',
    index: 300,
    size: 306,
    isSigned: true,
    isStored: true,
    pictures: { right: 1, wrong: 0, unread: 0 },
  })
  await log.addOthers(400)
  const next = await check(logged, DAY_ONE + 86_400_000)
  expect(next).toMatchObject({ kind: 'included', size: 706, since: { day: '2026-11-03', size: 306 } })
  expect(JSON.parse(localStorage.getItem('log-seen') ?? '')).toMatchObject({ day: '2026-11-03', checks: 2 })
})

it.each([
  ['certificateNo', 'SH20261103001286'],
  ['version', 3],
  ['category', 'jade'],
  ['conclusion', '天然绿松石'],
  ['totalMassG', 12.51],
  ['printed', { totalMassG: '12.5' }],
  ['lengthMm', 18.43],
  ['color', '蓝'],
  ['refractiveIndex', '1.62（点测）'],
  ['standards', ['GB/T 16552']],
  ['pictures', []],
  ['pictures', [{ url: '/file/img/a.png', caption: '样品背面', widthMm: 28 }]],
  ['issuedOn', '2026-11-04'],
  ['approver', '周观澜'],
  ['拉曼光谱', '无'],
  ['treatment', '未见充填'],
  ['color', undefined],
])('detects a changed member: %s is %j', async (member, value) => {
  expect(await check(changeCertificate({ [member]: value }))).toEqual(FAILED)
  expect(log.asked).toEqual([])
})

it.each<[string, () => CertificateAnswer]>([
  ['state', () => ({ ...logged, state: 'withdrawn', reason: '送检方撤回', changedOn: '2026-11-05' })],
  ['number', () => ({ ...logged, certificateNo: 'SH20261103001286' })],
  ['salt', () => changeLog({ salt: logged.log?.entry ?? '' })],
  ['short salt', () => changeLog({ salt: 'AAAA' })],
  ['entry', () => changeLog({ entry: logged.log?.salt ?? '' })],
  ['text', () => changeLog({ text: logged.log?.text.replace('绿松石', '红宝石') ?? '' })],
])('detects a changed %s', async (_label, change) => {
  expect(await check(change())).toEqual(FAILED)
})

const changeLog = (changes: object) => ({ ...logged, log: { ...logged.log, ...changes } }) as CertificateAnswer

it('detects a text that was never logged, and an entry at another place', async () => {
  const other = await makeFakeLog()
  await other.addOthers(300)
  const forged = await other.enter(ANSWER, [await computeSha256Hex(PICTURE)])
  const found = await check(forged)
  expect(found).toMatchObject({ ...FAILED, roots: { derived: expect.any(String), checkpoint: expect.any(String) } })
  expect(await check(changeLog({ index: 299 }))).toMatchObject({ kind: 'failed', why: 'absent', index: 299 })
})

it('detects a swapped picture, and counts one that cannot be read as unchecked', async () => {
  picture = () => new Response('another picture')
  expect(await check()).toMatchObject(FAILED)
  picture = () => new Response('', { status: 503 })
  expect(await check()).toMatchObject({ kind: 'included', pictures: { right: 0, wrong: 0, unread: 1 } })
})

it('refuses a checkpoint of another key, at the first visit and later', async () => {
  const own = log.signer
  const forged = await makeSigner()
  log.signer = { ...forged, verifier: own.verifier }
  expect(await check()).toMatchObject({ kind: 'failed', why: 'foreign' })
  expect(localStorage.getItem('log-seen')).toBeNull()
  log.signer = own
  await check()
  // A complete log of another operator, signed with another key.
  log.signer = forged
  expect(await check()).toMatchObject({ kind: 'failed', why: 'foreign' })
  const renamed = await makeSigner('other.example/log')
  localStorage.clear()
  log.signer = renamed
  expect(await check()).toMatchObject({ kind: 'failed', why: 'foreign' })
})

it('keeps the key of the first check, even when another key has also signed a checkpoint', async () => {
  await check()
  const [old, next] = [log.signer, await makeSigner()]
  log.signer = { ...next, sign: async (text) => `${await old.sign(text)}${await next.line(text)}` }
  expect(await check()).toMatchObject({ kind: 'included' })
  log.signer = next
  expect(await check()).toMatchObject({ kind: 'failed', why: 'foreign' })
})

it('detects a log that was rewritten, at the same size and at a greater one, and keeps the stored checkpoint', async () => {
  await check()
  const seen = localStorage.getItem('log-seen')
  log.leaves[3] = log.leaves[4] as (typeof log.leaves)[number]
  const failure = { kind: 'failed', why: 'discontinued', since: '2026-11-03', seenNote: expect.stringMatching(/^www/) }
  expect(await check()).toMatchObject(failure)
  await log.addOthers(7)
  expect(await check()).toMatchObject(failure)
  expect(localStorage.getItem('log-seen')).toBe(seen)
})

it('detects a checkpoint that goes back, after it has waited for the next one', async () => {
  await check()
  log.size = 305
  expect(await check()).toMatchObject({ kind: 'failed', why: 'discontinued' })
  const wait = vi.fn(async () => {
    log.size = undefined
  })
  expect(await checkLogged(logged, { wait })).toMatchObject({ kind: 'included' })
  expect(wait).toHaveBeenCalledTimes(1)
})

it('waits for the checkpoint of a version that was published a moment ago', async () => {
  log.size = 300
  expect(await check()).toEqual({ kind: 'pending' })
  const wait = vi.fn(async () => {
    log.size = undefined
  })
  expect(await checkLogged(logged, { wait })).toMatchObject({ kind: 'included', size: 306 })
})

it.each([
  '{',
  '7',
  '{"note":"x"}',
  JSON.stringify({ note: 'no note', key: 'k', day: '2026-11-03', firstSize: 1, checks: 1 }),
])('starts again after invalid contents of the storage: %s', async (stored) => {
  localStorage.setItem('log-seen', stored)
  const found = await check()
  expect(found).toMatchObject({ kind: 'included', isStored: true })
  expect(found).not.toHaveProperty('since')
})

it('proves content in a browser that stores nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await check()).toMatchObject({ kind: 'included', isStored: false })
  vi.mocked(Storage.prototype.setItem).mockRestore()
})

it('reads a full tile when the partial one is gone', async () => {
  await log.addOthers(300)
  log.size = 306
  log.replace.set('/log/tile/0/001.p/50', () => new Response('', { status: 404 }))
  expect(await check()).toMatchObject({ kind: 'included', size: 306 })
})

it.each<[string, string, () => Response | Promise<Response>]>([
  ['checkpoint that is missing', '/log/checkpoint', () => new Response('', { status: 404 })],
  ['checkpoint that is too long', '/log/checkpoint', () => new Response('x'.repeat(100_000))],
  ['key that is missing', '/log/key', () => new Response('', { status: 502 })],
  ['tile that is cut', '/log/tile/0/001.p/50', () => new Response(new Uint8Array(40))],
  ['tile that is missing', '/log/tile/1/000.p/1', () => new Response('', { status: 404 })],
  ['connection that breaks', '/log/tile/0/001.p/50', () => Promise.reject(new TypeError('Failed to fetch'))],
])('reports the log as unreachable because of a %s', async (_label, path, response) => {
  log.replace.set(path, response)
  expect(await check()).toEqual({ kind: 'unreachable' })
})

it('fails for tiles that do not match the checkpoint', async () => {
  log.replace.set('/log/tile/0/001.p/50', () => new Response(new Uint8Array(50 * 32)))
  expect(await check()).toMatchObject({ kind: 'failed', why: 'absent' })
})

it('verifies the signature in JavaScript when Web Crypto has no Ed25519, and reports when that code cannot be loaded', async () => {
  const importKey = crypto.subtle.importKey.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: unknown[]) => {
    if (args[2] === 'Ed25519') throw new DOMException('no', 'NotSupportedError')
    return (importKey as (...all: unknown[]) => Promise<CryptoKey>)(...args)
  })
  expect(await check()).toMatchObject({ kind: 'included', isSigned: true })
  localStorage.clear()
  vi.spyOn(cryptography, 'loadCryptography').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await check()).toMatchObject({ kind: 'included', isSigned: false, isStored: false })
  vi.mocked(crypto.subtle.importKey).mockRestore()
  vi.mocked(cryptography.loadCryptography).mockRestore()
})

it('checks no entry outside a secure context, and none of a later form', async () => {
  expect(await check(changeLog({ format: 2 }))).toEqual({ kind: 'unsupported' })
  vi.stubGlobal('crypto', {})
  expect(await check()).toEqual({ kind: 'unsupported' })
})
