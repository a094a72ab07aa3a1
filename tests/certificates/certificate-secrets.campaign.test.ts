import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '../../apps/upstream/src/accounts/duties/duties.ts'
import { createSignatoryRepository } from '../../apps/upstream/src/accounts/people/signatories.ts'
import { createCodeSeal } from '../../apps/upstream/src/certificates/desk/desk-drafts.ts'
import type { Duty } from '../../packages/contract/src/accounts/duties.ts'
import type { Call } from '../../packages/contract/src/call.ts'
import { type CallKey, calls, toCallKey } from '../../packages/contract/src/calls.ts'
import type { Browser, Input } from '../contract/browser.ts'
import { type Member, type ReferenceBench, startReference } from '../contract/reference.ts'
import { makeSampleInput } from '../contract/sample-input.ts'

/** A mark that every unpublished text contains. */
const UNPUBLISHED = '未公开之文'
const PUBLISHED = '绿松石'
/** Calls that would end the session of the caller, or the demo content. */
const ENDING = /logout|\/close|password|sessions|DELETE \/v1\/manage\/demo|\/user\/delete|changeEmail/i

let bench: ReferenceBench
let zhou: Member
let outsiders: Browser[]
let insiders: Browser[]
/** Numbers whose text is hidden from holders of the code, and those whose text they see. */
let hidden: string[]
let shown: string[]
/** Numbers in the site's own content. */
let entered: string[]
const codes = new Map<string, string>()

beforeAll(async () => {
  bench = await startReference()
  const rows = bench.reference.upstream.db.selectFrom('log_records').select('certificate_no')
  entered = (await rows.execute()).map(({ certificate_no }) => certificate_no)
  zhou = await member(['certify'])
  const chen = await member(['approve'])
  await addSignatory(chen)
  const clerk = await member(['edit', 'support'])
  const plain = await bench.reference.join()
  outsiders = [bench.visitor(), plain.browser, clerk.browser]
  insiders = [zhou.browser, chen.browser, (await member(['owner'])).browser]

  const submitted = await createSubmitted(`${UNPUBLISHED}二`)
  const published = await createSubmitted(PUBLISHED)
  await approve(chen, published)
  const corrected = await createSubmitted(PUBLISHED)
  await approve(chen, corrected)
  await callOk(zhou, 'POST /v1/manage/certificates', { body: { corrects: corrected, reason: '颜色写错' } })
  await write(corrected, `${UNPUBLISHED}三`)
  const discarded = await createDraft(`${UNPUBLISHED}四`)
  await takeStep(zhou, discarded, 'discard')
  hidden = [await createDraft(`${UNPUBLISHED}一`), submitted, discarded]
  shown = [published, corrected]
  bench.bff.received.length = 0
})
afterAll(() => bench.close())

async function member(duties: readonly Duty[]): Promise<Member> {
  const { db } = bench.reference.upstream
  const made = await bench.reference.join()
  await setDuties(db, made.id, duties, { by: null, at: 0 })
  await db
    .updateTable('users')
    .set({ signing_name: made.id, signing_name_folded: made.id })
    .where('id', '=', made.id)
    .execute()
  await db.updateTable('sessions').set({ factor_at: Date.now() }).where('user_id', '=', made.id).execute()
  return made
}

function addSignatory({ id }: Member) {
  const signatories = createSignatoryRepository({ db: bench.reference.upstream.db, now: Date.now })
  const years = { validFrom: '2020-01-01', validTo: '2099-12-31' }
  return signatories.add(id, { title: '高级工程师', ...years, categories: ['turquoise'] })
}

/**
 * Makes a call that must succeed.
 * @returns its data
 */
async function callOk({ browser }: Member, key: CallKey, input: Input) {
  const { code, data, message } = await browser.ask(key, input)
  expect({ key, code, message }).toMatchObject({ code: 200 })
  return data
}

async function createPendingChange(certificateNo: string): Promise<{ revision: number; contentHash: string }> {
  return (await callOk(zhou, 'GET /v1/manage/certificates/{certificateNo}', { params: { certificateNo } }))
    .pendingChange
}

async function write(certificateNo: string, conclusion: string): Promise<void> {
  const fields = { conclusion, totalMassG: '12.50', standards: 'GB/T 16552', testedOn: '2026-11-19' }
  const form = { category: 'turquoise', fields, pictures: [] }
  const { revision } = await createPendingChange(certificateNo)
  await callOk(zhou, 'PUT /v1/manage/certificates/{certificateNo}', {
    params: { certificateNo },
    body: { revision, form, answers: [{ key: `pictures||${conclusion}`, text: '委托方不要求附图' }] },
  })
}

async function createDraft(conclusion: string): Promise<string> {
  const { certificateNo } = await callOk(zhou, 'POST /v1/manage/certificates', { body: { category: 'turquoise' } })
  codes.set(certificateNo, await readCode(certificateNo))
  await write(certificateNo, conclusion)
  return certificateNo
}

async function takeStep(who: Member, certificateNo: string, name: 'submit' | 'approve' | 'discard'): Promise<void> {
  const { revision, contentHash } = await createPendingChange(certificateNo)
  await callOk(who, `POST /v1/manage/certificates/{certificateNo}/${name}`, {
    params: { certificateNo },
    body: { revision, ...(name === 'approve' && { contentHash }) },
  })
}

async function createSubmitted(conclusion: string): Promise<string> {
  const certificateNo = await createDraft(conclusion)
  await takeStep(zhou, certificateNo, 'submit')
  return certificateNo
}

const approve = (chen: Member, certificateNo: string) => takeStep(chen, certificateNo, 'approve')

async function readCode(certificateNo: string): Promise<string> {
  const { db, digest } = bench.reference.upstream
  const row = db.selectFrom('certificates').select('code_sealed').where('certificate_no', '=', certificateNo)
  const { code_sealed } = await row.executeTakeFirstOrThrow()
  return createCodeSeal(digest).open(code_sealed ?? '', certificateNo) ?? ''
}

let addresses = 0
/** Returns a new address for each request, so that no limit hides an answer. */
function makeFreshAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` }
}

/** Returns valid input of a call about this certificate; it searches for the words of unpublished texts. */
function makeInput(call: Call, certificateNo: string): Input {
  const input = makeSampleInput(call)
  const about = (members: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        if (/certificateNo|corrects/.test(name)) return [name, certificateNo]
        if (/search|keyword|conclusion|query/i.test(name)) return [name, UNPUBLISHED]
        return [name, value]
      }),
    )
  return {
    ...input,
    params: about(input.params) as Record<string, string>,
    ...(input.query && { query: about(input.query) }),
    ...(input.body && { body: about(input.body) }),
    headers: makeFreshAddress(),
  }
}

async function send(browser: Browser, call: Call, certificateNo: string): Promise<void> {
  const { params = {}, ...input } = makeInput(call, certificateNo)
  const url = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? '1'))
  await browser.send(call.method, url, input)
}

const hasCertificateNo = (call: Call) =>
  /certificateNo|corrects/.test(JSON.stringify([call.params, call.query, call.body]))

/** Makes each call about each number, where it names one. */
async function attack(browser: Browser, chosen: readonly Call[]): Promise<void> {
  for (const call of chosen) {
    const numbers = [...hidden, ...shown]
    for (const certificateNo of hasCertificateNo(call) ? numbers : numbers.slice(0, 1)) {
      await send(browser, call, certificateNo)
    }
  }
}

const harmless = (calls as readonly Call[]).filter((call) => !ENDING.test(toCallKey(call)))
const listReceived = () => bench.bff.received.map(({ headers, text }) => JSON.stringify(headers) + text)
const findCodes = (texts: readonly string[]) =>
  [...codes].filter(([, code]) => texts.some((text) => new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(text)))

/** Returns salts and texts of the public log that occur in answers or log lines. */
async function findRecords(texts: readonly string[]): Promise<string[]> {
  const records = await bench.reference.upstream.db.selectFrom('log_records').selectAll().execute()
  expect(new Set(records.map(({ certificate_no }) => certificate_no))).toEqual(new Set([...entered, ...shown]))
  const secrets = records.flatMap(({ salt, text }) => [salt, JSON.stringify(text).slice(1, -1)])
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)))
}

it('no call gives users outside the desk a code, an unpublished certificate, or the text of a log entry', async () => {
  for (const browser of outsiders) await attack(browser, harmless)
  expect(bench.bff.received.length).toBeGreaterThan(3 * harmless.length)
  expect(listReceived().filter((text) => text.includes(UNPUBLISHED))).toEqual([])
  expect(findCodes(listReceived())).toEqual([])
  expect(await findRecords(listReceived())).toEqual([])
  expect(listReceived().filter((text) => /"(?:salt|logIndex)"/.test(text))).toEqual([])
})

it('no call gives staff of the desk a code, or a salt or text of the log', async () => {
  const reading = harmless.filter(({ method, path }) => method === 'GET' || path.startsWith('/v1/manage/certificates'))
  bench.bff.received.length = 0
  for (const browser of insiders) await attack(browser, reading)
  expect(listReceived().some((text) => text.includes(UNPUBLISHED))).toBe(true)
  expect(findCodes(listReceived())).toEqual([])
  expect(await findRecords(listReceived())).toEqual([])
})

it('no public page contains unpublished data', async () => {
  bench.bff.received.length = 0
  for (const no of [...hidden, ...shown]) {
    for (const page of [`/certificate-check?no=${no}`, `/en/certificate-check?no=${no}`, `/verify/${no}`, `/c/${no}`]) {
      await bench.visitor().send('GET', page, { headers: makeFreshAddress() })
    }
  }
  for (const page of ['/', '/sitemap.xml', `/search?keyword=${UNPUBLISHED}`, '/certificate-check/withdrawn']) {
    await bench.visitor().send('GET', page)
  }
  // The search page repeats the search words.
  const texts = listReceived().filter((text) => !text.includes('keyword'))
  expect(texts.filter((text) => text.includes(UNPUBLISHED))).toEqual([])
  expect(findCodes(listReceived())).toEqual([])
  expect(await findRecords(listReceived())).toEqual([])
})

it('a lookup with the right code of an unpublished number has the answer of an unknown number', async () => {
  const look = async (certificateNo: string, checkCode: string) => {
    const { status, text } = await bench
      .visitor()
      .send('POST', '/v1/certificate/check', { body: { certificateNo, checkCode }, headers: makeFreshAddress() })
    return { status, text: text.replaceAll(certificateNo, '').replace(/"(?:requestId|time|checkedAt)":"[^"]*"/g, '') }
  }
  const unknown = await look('SH20261103001293', 'AAAAAA')
  for (const certificateNo of hidden) {
    const { status, text } = await look(certificateNo, codes.get(certificateNo) ?? '')
    expect(JSON.parse(text).data.state).toBe(JSON.parse(unknown.text).data.state)
    expect(JSON.parse(text).data).not.toHaveProperty('log')
    expect({ status, length: text.length }).toEqual({ status: unknown.status, length: unknown.text.length })
  }
})

it('neither a log line nor the audit log contains a code, or a salt or text of the public log', async () => {
  const logs = [...bench.bff.site.logs, ...bench.reference.upstream.logs]
  expect(logs.length).toBeGreaterThan(100)
  expect(findCodes(logs)).toEqual([])
  expect(await findRecords(logs)).toEqual([])
  const entries = await bench.reference.upstream.db.selectFrom('audit_log').selectAll().execute()
  const audited = entries.map((entry) => JSON.stringify(entry))
  expect(findCodes(audited)).toEqual([])
  expect(await findRecords(audited)).toEqual([])
})
