/** Levels that are shown. pino writes numbers, or names where a server configures it. */
const SHOWN_LEVELS: Readonly<Record<string, string>> = {
  40: 'warning',
  warn: 'warning',
  50: 'error',
  error: 'error',
  60: 'fatal',
  fatal: 'fatal',
}

interface LogRecord {
  level: number | string
  msg?: string
  err?: { message?: string; stack?: string }
}

/**
 * Returns a log line of a service as plain text: warnings and above; `null` for lower levels. Lines that are not JSON,
 * e.g. the cause of a failed start, stay unchanged.
 */
export function formatLogLine(service: string, line: string): string | null {
  if (line.trim() === '') return null
  const record = parseRecord(line)
  if (!record) return line
  const level = SHOWN_LEVELS[record.level]
  if (!level) return null
  const detail = record.err?.stack ?? record.err?.message
  return `${service} ${level}: ${record.msg ?? ''}${detail ? `\n${detail}` : ''}`
}

function parseRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    const { level } = Object(value)
    return typeof level === 'number' || typeof level === 'string' ? (value as LogRecord) : null
  } catch {
    return null
  }
}
