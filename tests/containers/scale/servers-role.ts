import { expect } from 'vitest'
import { FORBIDDEN_STATEMENTS } from '../../../apps/upstream/src/testing/forbidden-statements.ts'
import type { ScaleSite } from './scale-site.ts'

const URL_FILE = '/run/secrets/upstream/database-url'

/**
 * Expects that the secrets of an upstream container do not suffice to change the audit log or tables, or to become
 * another role.
 */
export async function expectLimitedRole(site: ScaleSite): Promise<void> {
  expect((await site.exec('upstream-1', ['find', '/run/secrets', '-type', 'f'])).trim()).toBe(URL_FILE)
  const url = await site.exec('upstream-1', ['cat', URL_FILE])
  const asServers = ['psql', url.trim(), '--quiet', '--no-psqlrc', '--tuples-only', '--set=VERBOSITY=sqlstate']
  const statements = ['select 1 from audit_log limit 0', ...FORBIDDEN_STATEMENTS]
  const input = statements.map((statement) => `${statement};\n`).join('')
  const { output } = await site.tryCompose(['exec', '--no-TTY', 'postgres', ...asServers], { input })
  const codes = output.split('\n').flatMap((line) => /ERROR: +(\w+)/.exec(line)?.[1] ?? [])
  expect(codes).toEqual(FORBIDDEN_STATEMENTS.map(() => '42501'))
}
