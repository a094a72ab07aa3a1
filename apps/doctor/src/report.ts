import type { Level } from './finding.ts'
import type { NamedFinding } from './run-checks.ts'

const SIGN: Readonly<Record<Level, string>> = { ok: '✓', warn: '!', fault: '✗' }

/** Returns one line for each finding with its remedy, and a last one with the counts. */
export function reportLines(findings: readonly NamedFinding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(({ level, check, what, remedy }) =>
    `${SIGN[level]} ${check.padEnd(width)}  ${what}${remedy ? ` → ${remedy}.` : ''}`.replaceAll(/[\r\n]+/g, ' '),
  )
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  return [...lines, `${formatCount(count('fault'), 'fault')}, ${formatCount(count('warn'), 'warning')}.`]
}

function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
