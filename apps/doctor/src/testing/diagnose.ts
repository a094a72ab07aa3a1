import { expect } from 'vitest'
import { examine } from '#doctor-command.ts'
import type { NamedFinding } from '#run-checks.ts'

type Options = Partial<Parameters<typeof examine>[0]>

/** Findings other than `ok`, with their remedies. */
export async function diagnose(env: Record<string, string>, options: Options = {}): Promise<string[]> {
  const findings = await collectFindings(env, options)
  for (const { level, remedy } of findings) expect(remedy !== '').toBe(level !== 'ok')
  return findings.filter(({ level }) => level !== 'ok').map(joinLines)
}

export function collectFindings(env: Record<string, string>, options: Options = {}): Promise<NamedFinding[]> {
  return examine({ args: [], print: () => undefined, ...options, env })
}

function joinLines({ level, check, what, remedy }: NamedFinding): string {
  return `${level} ${check}: ${what} → ${remedy}`
}
