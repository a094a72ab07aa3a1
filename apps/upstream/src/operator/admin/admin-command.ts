import { randomInt } from 'node:crypto'
import { OWNER_ID } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { parseEmail } from '#accounts/login/email-codes.ts'
import type { Passwords } from '#accounts/login/passwords.ts'
import { EXIT } from '#platform/commands/command.ts'
import type { AdminAccount, AdminAccounts } from './admin-accounts.ts'
import type { AdminResult } from './admin-result.ts'
import { AUDIT_USAGE } from './audit-command.ts'
import { FILES_USAGE } from './files-command.ts'
import { LOG_USAGE } from './log-recover-command.ts'
import { SITE_USAGE } from './site-command.ts'

interface Options {
  accounts: AdminAccounts
  passwords: Pick<Passwords, 'hash'>
}

const USAGE = [
  'npm run admin -- create EMAIL [--force]      makes the first owner; --force adds one, or resets an account',
  'npm run admin -- role EMAIL editor|user      sets what an account may do',
  'npm run admin -- reset-factor EMAIL          removes the second factor at once, and ends all logins',
  'npm run admin -- list                        owners and editors',
  ...AUDIT_USAGE,
  ...SITE_USAGE,
  ...LOG_USAGE,
  ...FILES_USAGE,
  '容器中 (in a container): node apps/upstream/src/operator.ts admin …',
]

/**
 * Letters and digits that do not look alike, because a password is read from a screen and typed. 20 of 32 are 100 bits.
 */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const [GROUPS, GROUP_LENGTH] = [4, 5]

function makePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

const makeDone = (...lines: string[]): AdminResult => ({ exitCode: EXIT.done, lines })
const makeRefused = (...lines: string[]): AdminResult => ({ exitCode: EXIT.refused, lines })
const makeMisused = (...lines: string[]): AdminResult => ({ exitCode: EXIT.usage, lines: [...lines, ...USAGE] })

function formatPassword(email: string, password: string): string[] {
  return [`E-mail:   ${email}`, `Password: ${password}`, 'The password is shown only once and stored nowhere in clear.']
}

/** `npm run admin -- …`. Mistakes of the operator become lines of text; unexpected errors are thrown. */
export async function runAdmin(args: readonly string[], { accounts, passwords }: Options): Promise<AdminResult> {
  const isForced = args.includes('--force')
  const unknown = args.find((one) => one.startsWith('-') && one !== '--force')
  const [command, typed, ...rest] = args.filter((one) => !one.startsWith('-'))
  if (unknown) return makeMisused(`There is no option ${unknown}.`)
  if (command === 'list') return typed ? makeMisused('list takes nothing more.') : await list()
  if (command !== 'create' && command !== 'role' && command !== 'reset-factor') return makeMisused()
  if (!typed) return makeMisused(`${command} needs an e-mail address.`)
  const email = parseEmail(typed)
  if (!email) return makeMisused(`"${typed}" is no e-mail address.`)
  if (command === 'role') return await setRole(email, rest)
  if (rest.length > 0) return makeMisused(`${command} takes one e-mail address.`)
  return command === 'create' ? await create(email, isForced) : await resetFactor(email)

  async function create(email: string, isForced: boolean): Promise<AdminResult> {
    const existing = await accounts.find(email)
    if (existing && !isForced) {
      return makeRefused(
        `${email} has an account already (${existing.role}). Nothing was changed.`,
        '--force makes it an owner, gives it a new password and ends its sessions.',
      )
    }
    const owner = await accounts.findOwner()
    if (owner && !isForced) {
      return makeRefused(
        `There is an owner already: ${owner.accountName}. Nothing was changed.`,
        '--force makes a further one.',
      )
    }
    const password = makePassword()
    const passwordHash = await passwords.hash(password)
    if (existing) await accounts.resetOwner(existing.id, passwordHash)
    else await accounts.createOwner(email, passwordHash)
    const result = existing ? 'Owner with a new password; its sessions have ended.' : 'New owner.'
    return makeDone(result, ...formatPassword(email, password))
  }

  async function setRole(email: string, [role, ...more]: string[]): Promise<AdminResult> {
    if ((role !== 'editor' && role !== 'user') || more.length > 0) return makeMisused('A role is editor or user.')
    const account = await accounts.find(email)
    if (!account) return makeRefused(`${email} has no account here. Nothing was changed.`)
    if (account.id === OWNER_ID) return makeRefused(`${email} is the first owner and stays it. Nothing was changed.`)
    if (!(await accounts.setDuties(account.id, role === 'editor' ? ['edit', 'support'] : []))) {
      return makeRefused(`${email} is the last owner who can log in. Nothing was changed.`)
    }
    return makeDone(`${email} is ${role} now (before: ${account.role}).`)
  }

  async function resetFactor(email: string): Promise<AdminResult> {
    const account = await accounts.find(email)
    if (!account) return makeRefused(`${email} has no account here. Nothing was changed.`)
    const hadFactor = await accounts.resetFactor(account.id)
    const result = hadFactor ? 'The second factor is removed' : 'There was no second factor'
    return makeDone(`${result}; all logins of ${email} have ended. The next login sets a new one up.`)
  }

  async function list(): Promise<AdminResult> {
    const [staff, count] = [await accounts.listStaff(), await accounts.count()]
    return makeDone(...staff.map(toLine), `${count} accounts, ${staff.length} of them owners or editors.`)
  }
}

function toLine({ accountName, nickname, role, status, createdAt }: AdminAccount): string {
  const name = accountName || '(nobody can log in)'
  return `${role.padEnd(6)}  ${name}  ${nickname}  ${toWireDate(createdAt)}${status === 1 ? '' : '  disabled'}`
}
