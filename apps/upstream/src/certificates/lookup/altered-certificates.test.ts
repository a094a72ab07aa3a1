import { createHash } from 'node:crypto'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import { appendToLog, makePresentText } from '#log/append.ts'
import { setPrev, toLogEntry } from '#log/log-record.ts'
import { createLogSigner } from '#log/log-signer.ts'
import type { Tables } from '#platform/db/tables.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { askAsPartner, makePartner } from '#testing/partners.ts'
import { CONCLUSION, makeAlteredBodies, makeWholeBody, PICTURE } from '#testing/whole-certificate.ts'
import { hashCheckCode } from './check-code.ts'

const CODE = '7K3M9Q'
const ALIEN = 'another.png'
const makeNumber = (serial: number) => makeCertificateNo('20261103', serial)
/** A valid certificate with two versions, another one, and a withdrawn one. */
const [NO, OTHER, WITHDRAWN] = [makeNumber(1), makeNumber(2), makeNumber(3)]
/** Index of the newest entry of the first and of the last one, and the number of entries. */
const [NEWEST, WITHDRAWAL, SIZE] = [1, 4, 5]
const TABLES = [
  'certificates',
  'certificate_versions',
  'log_records',
  'log_entries',
  'log_backlog',
  'log_state',
] as const

describeDatabases('a certificate that was altered in the database', (make) => {
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-23T02:00:00Z')
  let owner: Member
  let keeper: Member
  let partnerKey: string
  let shareSecret: string
  const stored = new Map<string, object[]>()
  const getDb = () => upstream.db

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now: () => clock })
    for (const name of [PICTURE, ALIEN]) {
      await upstream.files.uploads.put(name, Buffer.from(`content of ${name}`))
      digests.set(name, createHash('sha256').update(`content of ${name}`).digest('hex'))
    }
    await publish(NO, [{ ...makeWholeBody(), issuedOn: '2026-11-01' }, makeWholeBody()])
    await publish(OTHER, [{ ...makeWholeBody(), conclusion: `${CONCLUSION}二` }])
    await publish(WITHDRAWN, [makeWholeBody()])
    await withdraw()
    await createLogSigner({
      ...upstream.config,
      markStore: upstream.files.markStore,
      digest: upstream.digest,
      db: getDb(),
      now: () => clock,
      onStop: () => {},
    }).sign()
    await prepareCallers()
    // The check of the log at the start of the server has read all entries.
    const readMarks = () => getDb().selectFrom('health_marks').select('name').execute()
    await vi.waitFor(async () => expect(await readMarks()).toContainEqual({ name: 'log.checked' }), 20_000)
    for (const table of TABLES) stored.set(table, await getDb().selectFrom(table).selectAll().execute())
  })
  afterAll(() => upstream.close())
  beforeEach(restore)

  async function append(certificateNo: string) {
    const appending = {
      certificateNo,
      now: clock,
      digest: upstream.digest,
      fileDigest: async (name: string) => digests.get(name),
    }
    await getDb()
      .transaction()
      .execute((trx) => appendToLog(trx, appending))
  }
  const digests = new Map<string, string>()

  async function publish(certificateNo: string, bodies: object[]) {
    const row = { certificate_no: certificateNo, import_id: 0, imported_at: clock }
    const hash = hashCheckCode(upstream.digest, certificateNo, CODE)
    const sealed = createCodeSeal(upstream.digest).seal(CODE, certificateNo)
    const codes = { check_code_hash: hash, code_sealed: sealed }
    const entry = { ...row, ...codes, state: 'published', version: 1, body_import_id: 0, category: 'diamond' } as const
    await getDb().insertInto('certificates').values(entry).execute()
    for (const [at, body] of bodies.entries()) {
      const version = at + 1
      await getDb()
        .insertInto('certificate_versions')
        .values({ ...row, version, body: JSON.stringify(body) })
        .execute()
      await change('certificates', { version }, certificateNo)
      await append(certificateNo)
    }
  }

  async function withdraw() {
    const end = { state: 'withdrawn', reason: '登记有误', changed_on: '2026-11-20' } as const
    await change('certificates', end, WITHDRAWN)
    await append(WITHDRAWN)
  }

  async function prepareCallers() {
    owner = await join(upstream, '石衡', 'owner')
    await setDuties(getDb(), owner.id, ['owner', 'certify', 'support'], { by: null, at: 0 })
    keeper = await join(upstream, 'keeper')
    for (const certificateNo of [NO, OTHER, WITHDRAWN]) {
      await keeper.ask('POST /v1/certificate/saved', { certificateNo, checkCode: CODE })
    }
    partnerKey = (await makePartner(upstream)).key
    const share = { certificateNo: NO, checkCode: CODE, days: 7 }
    shareSecret = (await ask(upstream, 'POST /v1/certificate/share', { body: share })).data.secret
  }

  /** Restores every row as it was published. */
  async function restore() {
    for (const table of TABLES) {
      await getDb().deleteFrom(table).execute()
      for (const row of stored.get(table) ?? [])
        await getDb()
          .insertInto(table)
          .values(row as never)
          .execute()
    }
  }

  async function change<T extends 'certificates' | 'certificate_versions' | 'log_records'>(
    table: T,
    values: Partial<Record<keyof Tables[T], unknown>>,
    certificateNo = NO,
  ) {
    const query = getDb()
      .updateTable(table as 'certificates')
      .set(values as object)
    await query.where('certificate_no', '=', certificateNo).execute()
  }

  const lookUp = async (certificateNo = NO) => {
    const body = { certificateNo, checkCode: CODE }
    return (await ask(upstream, 'POST /v1/certificate/check', { body })).data
  }

  /** Reads what every outlet answers about a number, as text. */
  async function readOutlets(certificateNo = NO): Promise<Record<string, string>> {
    const at = `/v1/manage/certificates/${certificateNo}`
    const kept = (await keeper.ask('GET /v1/certificate/saved')).data as { certificateNo: string }[]
    const pairs = [{ certificateNo, checkCode: CODE }]
    const answers = {
      lookup: await lookUp(certificateNo),
      partner: await askAsPartner(upstream, partnerKey, 'POST /v1/partner/certificates/check', { pairs }),
      kept: await keeper.ask(`GET /v1/certificate/saved/${certificateNo}`),
      'list of kept': kept.find((one) => one.certificateNo === certificateNo),
      ...(certificateNo === NO && {
        share: await ask(upstream, 'POST /v1/certificate/share/read', { body: { secret: shareSecret } }),
        'print with its code': await owner.ask(`POST ${at}/print`, { kind: 'card' }),
        'print without its code': await owner.ask(`POST ${at}/copy`, { kind: 'a4' }),
        'list for printing': await owner.ask('POST /v1/manage/certificates/printable', { numbers: [certificateNo] }),
      }),
    }
    return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, JSON.stringify(answer ?? null)]))
  }

  const listShowing = async (certificateNo = NO) =>
    Object.entries(await readOutlets(certificateNo)).flatMap(([name, text]) => (text.includes(CONCLUSION) ? name : []))

  it('is shown by every outlet while it is unaltered', async () => {
    expect(await listShowing()).toHaveLength(8)
    expect(await listShowing(WITHDRAWN)).toHaveLength(4)
    expect(await lookUp()).toMatchObject({ state: 'valid', replaces: { version: 1, issuedOn: '2026-11-01' } })
  })

  it('is shown by no outlet, whichever member of its text was altered', { timeout: 300_000 }, async () => {
    const shown: string[] = []
    for (const [what, body] of makeAlteredBodies(makeWholeBody())) {
      await getDb()
        .updateTable('certificate_versions')
        .set({ body: JSON.stringify(body) })
        .where('certificate_no', '=', NO)
        .where('version', '=', 2)
        .execute()
      for (const outlet of await listShowing()) shown.push(`${outlet}: ${what}`)
      expect([what, await lookUp()]).toEqual([what, { state: 'mismatch', certificateNo: NO }])
    }
    expect(shown).toEqual([])
  })

  /** Makes a number wait for an entry of its present text, without the key of the installation. */
  async function letWait(certificateNo: string) {
    const { text } = await makePresentText(getDb(), certificateNo, async (name) => digests.get(name))
    await getDb().insertInto('log_backlog').values({ pos: 1, certificate_no: certificateNo, text, seal: '' }).execute()
  }

  const queryEntryAt = (idx: number) =>
    getDb().selectFrom('log_entries').selectAll().where('idx', '=', idx).executeTakeFirstOrThrow()
  const setEntry = async (idx: number, values: object) =>
    await getDb().updateTable('log_entries').set(values).where('idx', '=', idx).execute()
  const published = { state: 'published', reason: null, changed_on: null } as const

  /** Exchanges the values of a column between two entries. */
  async function swap(column: 'certificate_no' | 'entry' | 'record_id' | 'seal') {
    const [one, other] = [await queryEntryAt(NEWEST), await queryEntryAt(NEWEST + 1)]
    await setEntry(NEWEST, { [column]: other[column] })
    await setEntry(NEWEST + 1, { [column]: one[column] })
  }

  /** Appends an entry of another text for a number. */
  async function appendForged(seal: string) {
    const record = await getDb()
      .selectFrom('log_records')
      .selectAll()
      .where('id', '=', (await queryEntryAt(NEWEST)).record_id)
      .executeTakeFirstOrThrow()
    const text = setPrev(record.text.replace('甲color', '乙color'), NEWEST).text
    const { id: _id, ...columns } = record
    const added = await getDb()
      .insertInto('log_records')
      .values({ ...columns, text, prev: NEWEST })
      .returning('id')
      .executeTakeFirstOrThrow()
    await getDb()
      .insertInto('log_entries')
      .values({ idx: SIZE, entry: toLogEntry(record.salt, text), certificate_no: NO, record_id: added.id, seal })
      .execute()
    await getDb()
      .updateTable('log_state')
      .set({ size: SIZE + 1 })
      .execute()
    await change('certificate_versions', { body: JSON.stringify(makeWholeBody()).replace('甲color', '乙color') })
    await change('certificates', { log_index: SIZE })
  }

  const queryNeighbour = () =>
    getDb().selectFrom('certificate_versions').select('body').where('certificate_no', '=', OTHER)

  it.each<[string, string, () => Promise<unknown>]>([
    ['a valid one reads as withdrawn', NO, () => change('certificates', { state: 'withdrawn' })],
    ['a valid one reads as being examined', NO, () => change('certificates', { state: 'examination' })],
    ['a withdrawn one reads as valid', WITHDRAWN, () => change('certificates', { state: 'published' }, WITHDRAWN)],
    ['another reason', WITHDRAWN, () => change('certificates', { reason: '客户要求' }, WITHDRAWN)],
    ['another day', WITHDRAWN, () => change('certificates', { changed_on: '2026-11-21' }, WITHDRAWN)],
    ['a newer number', WITHDRAWN, () => change('certificates', { state: 'reissued', newer_no: OTHER }, WITHDRAWN)],
    ['the version before', NO, () => change('certificates', { version: 1 })],
    ['the version before, with its entry', NO, () => change('certificates', { version: 1, log_index: 0 })],
    ['no entry', NO, () => change('certificates', { log_index: null })],
    ['the entry of another', NO, () => change('certificates', { log_index: 2 })],
    ['another salt', NO, () => change('log_records', { salt: Buffer.alloc(32, 1).toString('base64') })],
    ['a later format', NO, () => change('log_records', { format: 9 })],
    ['records of another number', NO, () => change('log_records', { certificate_no: OTHER })],
    ['no records', NO, () => getDb().deleteFrom('log_records').where('certificate_no', '=', NO).execute()],
    ['no text', NO, () => getDb().deleteFrom('certificate_versions').where('certificate_no', '=', NO).execute()],
    ['a text that is no object', NO, () => change('certificate_versions', { body: '[7' })],
    ['members of other types', NO, () => change('certificate_versions', { body: '{"pictures":7,"standards":{}}' })],
    [
      'entry and records removed',
      NO,
      async () => {
        const records = getDb().selectFrom('log_records').select('id').where('certificate_no', '=', NO)
        await getDb().deleteFrom('log_entries').where('record_id', 'in', records).execute()
        await getDb().deleteFrom('log_records').where('certificate_no', '=', NO).execute()
        await change('certificates', { log_index: null })
      },
    ],
    [
      'its newest entry taken from it, and said to wait for one',
      NO,
      async () => {
        await getDb().updateTable('log_entries').set({ record_id: null }).where('idx', '=', 1).execute()
        await change('certificates', { log_index: null })
        await letWait(NO)
      },
    ],
    ...(['reissued', 'withdrawn'] as const).map((state): [string, string, () => Promise<unknown>] => [
      `${state} with another text, and said to wait for that entry`,
      NO,
      async () => {
        await change('certificates', { state, reason: '登记有误', changed_on: '2026-11-20' })
        await change('certificate_versions', { body: JSON.stringify({ ...makeWholeBody(), color: '艳彩' }) })
        await letWait(NO)
      },
    ]),
    [
      'reissued, and said to wait for that entry',
      NO,
      async () => {
        await change('certificates', { state: 'reissued', changed_on: '2026-11-20' })
        await letWait(NO)
      },
    ],
    [
      'a withdrawn one valid again, and said to wait for that entry',
      WITHDRAWN,
      async () => {
        await change('certificates', { state: 'published', reason: null, changed_on: null }, WITHDRAWN)
        await letWait(WITHDRAWN)
      },
    ],
    [
      'withdrawn without an entry, and without waiting for one',
      NO,
      () => change('certificates', { state: 'withdrawn', reason: '登记有误', changed_on: '2026-11-20' }),
    ],
    [
      'everything of another certificate under its number',
      NO,
      async () => {
        const { body } = await queryNeighbour().executeTakeFirstOrThrow()
        await getDb().deleteFrom('log_records').where('certificate_no', '=', NO).execute()
        await change('log_records', { certificate_no: NO }, OTHER)
        const text = JSON.stringify({ ...JSON.parse(body), certificateNo: OTHER, version: 1 })
        await change('certificate_versions', { body: text })
        await change('certificates', { version: 1, log_index: 2 })
      },
    ],
    [
      'text, salt and entry made anew for another text',
      NO,
      async () => {
        const text = JSON.stringify(makeWholeBody()).replace('甲color', '乙color')
        await change('certificate_versions', { body: text })
        const logged = getDb()
          .selectFrom('log_records')
          .selectAll()
          .where('certificate_no', '=', NO)
          .where('version', '=', 2)
        const record = await logged.executeTakeFirstOrThrow()
        const forged = record.text.replace('甲color', '乙color')
        await getDb().updateTable('log_records').set({ text: forged }).where('id', '=', record.id).execute()
        const entry = toLogEntry(record.salt, forged)
        await getDb().updateTable('log_entries').set({ entry }).where('idx', '=', 1).execute()
      },
    ],
    [
      'another text without records, and said to wait for its first entry',
      NO,
      async () => {
        await getDb().deleteFrom('log_records').where('certificate_no', '=', NO).execute()
        await change('certificate_versions', { body: JSON.stringify({ ...makeWholeBody(), color: '艳彩' }) })
        await change('certificates', { log_index: null })
        await letWait(NO)
      },
    ],
    [
      'another text without entries, and said to wait for its first one',
      NO,
      async () => {
        await getDb()
          .updateTable('log_entries')
          .set({ certificate_no: OTHER })
          .where('certificate_no', '=', NO)
          .execute()
        await change('certificate_versions', { body: JSON.stringify({ ...makeWholeBody(), color: '艳彩' }) })
        await change('certificates', { log_index: null })
        await letWait(NO)
      },
    ],
    ['another text with an entry of its own', NO, () => appendForged('')],
    [
      'another text with an entry of its own, sealed like the one before',
      NO,
      async () => appendForged((await queryEntryAt(NEWEST)).seal),
    ],
    [
      'a withdrawal without its record',
      WITHDRAWN,
      async () => {
        await getDb().deleteFrom('log_records').where('kind', '=', 'withdraw').execute()
        await change('certificates', { ...published, log_index: WITHDRAWAL - 1 }, WITHDRAWN)
      },
    ],
    [
      'a withdrawal that is said to be lost',
      WITHDRAWN,
      async () => {
        await setEntry(WITHDRAWAL, { record_id: null, note: '内容丢失' })
        await change('certificates', { ...published, log_index: WITHDRAWAL - 1 }, WITHDRAWN)
      },
    ],
    [
      'a withdrawn one with its first entry once more',
      WITHDRAWN,
      async () => {
        await getDb()
          .insertInto('log_entries')
          .values({ ...(await queryEntryAt(WITHDRAWAL - 1)), idx: SIZE })
          .execute()
        await change('certificates', { ...published, log_index: SIZE }, WITHDRAWN)
      },
    ],
    [
      'a withdrawal under no number',
      WITHDRAWN,
      async () => {
        await setEntry(WITHDRAWAL, { certificate_no: '' })
        await change('certificates', { ...published, log_index: WITHDRAWAL - 1 }, WITHDRAWN)
      },
    ],
    [
      'a withdrawal that is deleted',
      WITHDRAWN,
      async () => {
        await getDb().deleteFrom('log_entries').where('idx', '=', WITHDRAWAL).execute()
        await change('certificates', { ...published, log_index: WITHDRAWAL - 1 }, WITHDRAWN)
      },
    ],
    [
      'a withdrawn one with its first entry once more, and the others under no number',
      WITHDRAWN,
      async () => {
        const first = await queryEntryAt(WITHDRAWAL - 1)
        for (const idx of [WITHDRAWAL - 1, WITHDRAWAL]) await setEntry(idx, { certificate_no: '', record_id: null })
        await getDb()
          .insertInto('log_entries')
          .values({ ...first, idx: SIZE })
          .execute()
        await change('certificates', { ...published, log_index: SIZE }, WITHDRAWN)
      },
    ],
    [
      'a withdrawn one that is said to be examined, without its entries',
      WITHDRAWN,
      async () => {
        await getDb().deleteFrom('log_entries').where('certificate_no', '=', WITHDRAWN).execute()
        await change('certificates', { state: 'examination', log_index: null }, WITHDRAWN)
      },
    ],
    ...(['certificate_no', 'entry', 'record_id', 'seal'] as const).map(
      (column): [string, string, () => Promise<unknown>] => [
        `the ${column} of the entry of another`,
        NO,
        () => swap(column),
      ],
    ),
  ])('is shown by no outlet: %s', async (_title, certificateNo, alter) => {
    await alter()
    expect(await listShowing(certificateNo)).toEqual([])
    const { state } = await lookUp(certificateNo)
    expect(state).toBe('mismatch')
  })

  it('is shown by no outlet when a file took the place of its picture', async () => {
    await upstream.files.uploads.put(PICTURE, Buffer.from('another picture'))
    expect(await listShowing()).toEqual([])
    await upstream.files.uploads.put(PICTURE, Buffer.from(`content of ${PICTURE}`))
    expect(await listShowing()).toHaveLength(8)
  })

  it('keeps the logged day of the version before', async () => {
    const older = JSON.stringify({ ...makeWholeBody(), issuedOn: '1999-01-01' })
    await getDb()
      .updateTable('certificate_versions')
      .set({ body: older })
      .where('version', '=', 1)
      .where('certificate_no', '=', NO)
      .execute()
    expect(await lookUp()).toMatchObject({ replaces: { version: 1, issuedOn: '2026-11-01' } })
  })

  it('is reported to owners once a day, and not to visitors who do not know its code', async () => {
    clock += DAY_MS
    await change('certificate_versions', { body: JSON.stringify({ ...makeWholeBody(), color: '艳彩' }) })
    const wrong = { certificateNo: NO, checkCode: 'AAAAAA' }
    const { data } = await ask(upstream, 'POST /v1/certificate/check', { body: wrong })
    expect(data).toEqual({ state: 'unknown', supportNo: data.supportNo })
    const readMails = async () => (await upstream.mailbox()).filter(({ subject }) => subject.includes(NO)).length
    const before = await readMails()
    upstream.logs.length = 0
    for (let round = 0; round < 3; round += 1) await readOutlets()
    await expect.poll(readMails).toBe(before + 1)
    clock += DAY_MS
    await readOutlets()
    await expect.poll(readMails).toBe(before + 2)
    const lines = upstream.logs.filter((line) => line.includes('does not match the public log'))
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toMatch(/7K3M9Q|艳彩|salt/)
    const notices = await getDb().selectFrom('notices').select('content').where('user_id', '=', owner.id).execute()
    expect(notices.filter(({ content }) => content?.includes(NO)).length).toBeGreaterThan(1)
  })
})
