import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from '../../apps/upstream/src/accounts/login/passwords.ts'
import { runWithDatabase } from '../../apps/upstream/src/platform/db/migrate.ts'
import { digestWith, loadInstanceSecret } from '../../apps/upstream/src/platform/secrets/instance-secret.ts'
import { DEMO_CONTENT_DIR, seed } from '../../apps/upstream/src/site/demo/seed.ts'
import { runInTempFolder } from '../measuring/bench.ts'
import { type MeasuredServer, startSite, startUpstream } from '../measuring/measured-servers.ts'
import { createMembers, type Member } from '../measuring/member-accounts.ts'

const MEMBERS = 440
/** Accounts that log in repeatedly: an account has a maximum number of sessions, and chat must not lose its own. */
const LOGINS = 40
const PASSWORD = randomBytes(12).toString('base64url')

/** Site and accounts for the traffic. */
export interface LoadedSite {
  site: MeasuredServer
  upstream: MeasuredServer
  /** Logged-in members, each at its own address. */
  members: readonly Member[]
  /** Accounts that may log in. */
  accounts: readonly { email: string; password: string }[]
  /** Existing certificates with their codes. */
  certificates: readonly { certificateNo: string; checkCode: string }[]
  /** A picture of the usual size of an upload. */
  picture: Buffer
}

/** Runs `work` with its own site in a temporary folder. */
export function runWithLoadedSite<T>(name: string, work: (loaded: LoadedSite) => Promise<T>): Promise<T> {
  return runInTempFolder(name, async (dataDir) => {
    const loaded = await startLoadedSite(dataDir)
    try {
      return await work(loaded)
    } finally {
      await loaded.site.stop()
      await loaded.upstream.stop()
    }
  })
}

/**
 * Starts the site with its demo content, members and certificates, behind one proxy; each server in its own process.
 */
async function startLoadedSite(dataDir: string): Promise<LoadedSite> {
  await fill(dataDir)
  const sessionKey = randomBytes(32).toString('base64')
  const members = await createMembers(dataDir, MEMBERS, sessionKey)
  const accounts = await givePasswords(dataDir, members.slice(-LOGINS))
  const upstream = await startUpstream(dataDir)
  const site = await startSite({ dataDir, sessionKey, upstream, hasUpstreamSocket: true, hasPages: true })
  return {
    site,
    upstream,
    accounts,
    members: members.slice(0, -LOGINS),
    certificates: readCertificates(),
    picture: readFileSync(join(DEMO_CONTENT_DIR, 'pictures/cert-turquoise-face.png')),
  }
}

/** Fills the database like the first start. */
async function fill(dataDir: string): Promise<void> {
  await runWithDatabase(`sqlite:${join(dataDir, 'portal.db')}`, async ({ db }) => {
    await seed({ db, folder: DEMO_CONTENT_DIR, digest: digestWith(loadInstanceSecret(dataDir)), now: Date.now })
  })
}

async function givePasswords(dataDir: string, members: readonly Member[]) {
  const password_hash = await createPasswords().hash(PASSWORD)
  const accounts = members.map(({ id }, index) => ({ id, email: `colleague${index}@example.cn` }))
  await runWithDatabase(`sqlite:${join(dataDir, 'portal.db')}`, async ({ db }) => {
    for (const { id, email } of accounts) {
      await db.updateTable('users').set({ account_name: email, email, password_hash }).where('id', '=', id).execute()
    }
  })
  return accounts.map(({ email }) => ({ email, password: PASSWORD }))
}

interface SeededCertificate {
  certificateNo: string
  checkCode: string
  issuedOn?: string
  state?: string
}

/** Returns published certificates: repeated lookups of a draft would count as guessing. */
function readCertificates() {
  const lines = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as SeededCertificate)
    .filter(({ issuedOn, state }) => issuedOn !== undefined && state !== 'draft')
    .map(({ certificateNo, checkCode }) => ({ certificateNo, checkCode }))
}
