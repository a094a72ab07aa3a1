import { setTimeout as wait } from 'node:timers/promises'
import { setDuties } from '../../../apps/upstream/src/accounts/duties/duties.ts'
import { createSignatoryRepository } from '../../../apps/upstream/src/accounts/people/signatories.ts'
import { openDatabase } from '../../../apps/upstream/src/platform/db/open.ts'
import { waiveReminders } from '../../../apps/upstream/src/testing/staff/desk-people.ts'
import { giveSigningName } from '../../../apps/upstream/src/testing/staff/give-signing-name.ts'
import { addPartner } from '../../../apps/upstream/src/testing/webhook-partner.ts'
import type { Duty } from '../../../packages/contract/src/accounts/duties.ts'
import { type Account, type BrowserLogin, logIn } from '../../chat/browser-login.ts'

const PATH = '/v1/manage/certificates'
/** Certificates of one file. */
const ROWS = 20
const LOOK_MS = 300
const PATIENCE_MS = 20_000

/** Staff of the tests: they log in at the load balancer. */
interface Staff {
  writer: Account
  signer: Account
  owner: Account
}

interface Options {
  /** Address of the load balancer. */
  origin: string
  databaseUrl: string
  staff: Staff
  /** URL to which the site sends webhooks. */
  webhooks: string
}

interface Answer {
  code: number
  message: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls, which the test reads.
  data: any
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Lets staff work: files of certificates, approvals and webhooks, all through the load balancer. */
export async function openDesk({ origin, databaseUrl, staff, webhooks }: Options) {
  const faults: string[] = []
  const published: string[] = []
  const database = openDatabase(databaseUrl)
  const { db } = database
  const writer = await appoint(staff.writer, ['certify'])
  const signer = await appoint(staff.signer, ['approve'])
  const owner = await appoint(staff.owner, ['owner'])
  const signatories = createSignatoryRepository({ db, now: Date.now })
  const scope = {
    title: '高级工程师',
    categories: ['turquoise'] as const,
    validFrom: '2020-01-01',
    validTo: '2099-12-31',
  }
  await signatories.add(staff.signer.userId, { ...scope, categories: [...scope.categories] })
  await waiveReminders(db)
  const partner = await addPartner(db)
  const endpoint = (await ask(owner, 'POST', `/v1/manage/partners/${partner}/webhooks`, { address: webhooks })).data
    .number

  /** Logs in as a member of staff who has just proved the second factor. */
  async function appoint(account: Account, duties: readonly Duty[]): Promise<BrowserLogin> {
    const login = await logIn(origin, account)
    await setDuties(db, account.userId, duties, { by: null, at: 0 })
    await giveSigningName(db, account.userId, account.email.split('@')[0] ?? '')
    await db.updateTable('sessions').set({ factor_at: Date.now() }).where('user_id', '=', account.userId).execute()
    return login
  }

  /** Makes a call until it gets an answer of the site. A lost answer is a fault. */
  async function ask({ headers }: BrowserLogin, method: string, path: string, body?: object): Promise<Answer> {
    const isForm = body instanceof FormData
    const sent = {
      ...headers,
      'sec-fetch-site': 'same-origin',
      ...(body && !isForm && { 'content-type': 'application/json' }),
    }
    const payload = body && { body: isForm ? body : JSON.stringify(body) }
    for (;;) {
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS)
        const answer = await fetch(origin + path, { method, headers: sent, ...payload, signal })
        const text = await answer.text()
        if (answer.status < 500) return JSON.parse(text)
        faults.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        faults.push(`${method} ${path}: ${error} ${(error as Error).cause}`)
      }
      await wait(LOOK_MS)
    }
  }

  async function until(look: () => Promise<boolean>): Promise<void> {
    while (!(await look())) await wait(LOOK_MS)
  }

  /** Stores the certificates of a file, and submits them. */
  async function submitBatch(): Promise<void> {
    const body = new FormData()
    const rows = Array.from({ length: ROWS }, (_, at) => `绿松石,绿松石,${4 + at / 10},2.7`)
    body.set('multipartFile', new Blob([['类别,结论,总质量（g）,密度', ...rows].join('\n')]), '绿松石.csv')
    const { data, ...uploaded } = await ask(writer, 'POST', `${PATH}/imports`, body)
    if (uploaded.code !== 200) return void faults.push(`the upload of a file: ${JSON.stringify(uploaded)}`)
    const batch = `${PATH}/imports/${data.id}`
    const isIn = (state: string) => async () => (await ask(writer, 'GET', batch)).data.state === state
    await until(isIn('ready'))
    // The answer may be that it is stored already: the first one was lost.
    await ask(writer, 'POST', `${batch}/store`, { target: 'submitted' })
    await until(isIn('done'))
    const { submitted } = (await ask(writer, 'GET', batch)).data
    if (submitted !== ROWS) faults.push(`${submitted} of ${ROWS} certificates are submitted`)
  }

  /** Approves all submitted certificates as one task. */
  async function approveAll(): Promise<void> {
    const waiting = db.selectFrom('pending_changes').select('certificate_no').where('state', '=', 'submitted')
    const numbers = (await waiting.execute()).map(({ certificate_no }) => certificate_no)
    const certificates = await Promise.all(
      numbers.map(async (certificateNo) => {
        const { revision, contentHash } = (await ask(signer, 'GET', `${PATH}/${certificateNo}`)).data.pendingChange
        return { certificateNo, revision, contentHash }
      }),
    )
    await ask(signer, 'POST', `${PATH}/approvals`, { certificates })
    const readTask = async () => (await ask(signer, 'GET', `${PATH}/approvals`)).data
    await until(async () => (await readTask()).finishTime !== null)
    const { refused } = await readTask()
    if (refused.length > 0) faults.push(`not approved: ${JSON.stringify(refused)}`)
    published.push(...numbers)
  }

  let sent = 0
  return {
    faults: faults as readonly string[],
    /** Numbers of certificates whose approval has ended. */
    published: published as readonly string[],
    /** Stores the certificates of a file and approves them. */
    async publishBatch(): Promise<void> {
      await submitBatch()
      await approveAll()
    },
    /** Has a webhook sent. */
    async sendWebhook(): Promise<void> {
      const { code } = await ask(owner, 'POST', `/v1/manage/webhooks/${endpoint}/test`, { event: 'test' })
      if (code === 200) sent += 1
      else faults.push(`a webhook: ${code}`)
    },
    /** Webhooks that were acknowledged. */
    get sent() {
      return sent
    },
    /** Returns what went wrong: certificates that are not published, or not once. */
    async findFaults(): Promise<string[]> {
      const versions = await db.selectFrom('certificate_versions').select('certificate_no').execute()
      const entries = await db
        .selectFrom('audit_log')
        .select('target_id')
        .where('action', '=', 'certificate.approve')
        .where('outcome', '=', 'done')
        .execute()
      return published.flatMap((number) => {
        const counts = [
          versions.filter(({ certificate_no }) => certificate_no === number).length,
          entries.filter(({ target_id }) => target_id === number).length,
        ]
        return counts.join() === '1,1' ? [] : [`${number} has ${counts[0]} versions, ${counts[1]} approvals`]
      })
    },
    close: () => database.close(),
  }
}
