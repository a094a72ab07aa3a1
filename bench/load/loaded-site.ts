import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../apps/upstream/src/db/migrate.ts'
import { openDatabase } from '../../apps/upstream/src/db/open.ts'
import { DEMO_CONTENT_DIR, seed } from '../../apps/upstream/src/demo/seed.ts'
import { digestWith, loadInstanceSecret } from '../../apps/upstream/src/instance-secret.ts'
import { createPasswords } from '../../apps/upstream/src/resources/login/passwords.ts'
import { type MeasuredServer, startSite, startUpstream } from '../measuring/measured-servers.ts'
import { createMembers, type Member } from '../measuring/member-accounts.ts'

const MEMBERS = 440
/** Who logs in again and again: an account keeps only so many logins, and chat must not lose its own. */
const LOGINS = 40
const PASSWORD = randomBytes(12).toString('base64url')

/** Everything that traffic needs to know of the site it goes to. */
export interface LoadedSite {
  site: MeasuredServer
  upstream: MeasuredServer
  /** Logged in, each at an address of their own. */
  members: readonly Member[]
  /** May log in. */
  accounts: readonly { email: string; password: string }[]
  /** Certificates that are there, with their codes. */
  certificates: readonly { certificateNo: string; checkCode: string }[]
  /** A picture as people upload it. */
  picture: Buffer
}

/** The site with its demo content, members and certificates, behind one proxy; each server in its own process. */
export async function startLoadedSite(dataDir: string): Promise<LoadedSite> {
  await fill(dataDir)
  const sessionKey = randomBytes(32).toString('base64')
  const members = await createMembers(dataDir, MEMBERS, sessionKey)
  const accounts = await givePasswords(dataDir, members.slice(-LOGINS))
  const upstream = await startUpstream(dataDir)
  const site = await startSite({ dataDir, sessionKey, upstream, hasUpstreamSocket: true, hasPages: true })
  return {
    ...{ site, upstream, accounts },
    members: members.slice(0, -LOGINS),
    certificates: readCertificates(),
    picture: readFileSync(join(DEMO_CONTENT_DIR, 'pictures/cert-turquoise-face.png')),
  }
}

/** What the first start would fill an empty database with. */
async function fill(dataDir: string): Promise<void> {
  const database = openDatabase(`sqlite:${join(dataDir, 'portal.db')}`)
  try {
    await migrate(database)
    const digest = digestWith(loadInstanceSecret(dataDir))
    await seed({ db: database.db, folder: DEMO_CONTENT_DIR, digest, now: Date.now })
  } finally {
    await database.close()
  }
}

async function givePasswords(dataDir: string, members: readonly Member[]) {
  const password_hash = await createPasswords().hash(PASSWORD)
  const database = openDatabase(`sqlite:${join(dataDir, 'portal.db')}`)
  try {
    const accounts = members.map(({ id }, index) => ({ id, email: `colleague${index}@example.cn` }))
    for (const { id, email } of accounts) {
      await database.db
        .updateTable('users')
        .set({ account_name: email, email, password_hash })
        .where('id', '=', id)
        .execute()
    }
    return accounts.map(({ email }) => ({ email, password: PASSWORD }))
  } finally {
    await database.close()
  }
}

interface SeededCertificate {
  certificateNo: string
  checkCode: string
  issuedOn?: string
  state?: string
}

/** Those that visitors are shown: asking for a draft again and again is guessing, and answered so. */
function readCertificates() {
  const lines = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as SeededCertificate)
    .filter(({ issuedOn, state }) => issuedOn !== undefined && state !== 'draft')
    .map(({ certificateNo, checkCode }) => ({ certificateNo, checkCode }))
}
