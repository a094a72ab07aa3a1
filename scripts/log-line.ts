const LEVEL_NAMES: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' }
const WARN_LEVEL = 40

interface LogRecord {
  level: number
  msg?: string
  err?: { message?: string; stack?: string }
}

/**
 * One line of a service for the eyes of whoever typed `npm start`: warnings and above in words, lesser ones left out
 * (`null`). What is not a JSON log line, e.g. the reason why a service could not start, is shown as it is.
 */
export function readableLogLine(service: string, line: string): string | null {
  if (line.trim() === '') return null
  const record = parseRecord(line)
  if (!record) return line
  if (record.level < WARN_LEVEL) return null
  const level = LEVEL_NAMES[record.level] ?? `level ${record.level}`
  const detail = record.err?.stack ?? record.err?.message
  return `${service} ${level}: ${record.msg ?? ''}${detail ? `\n${detail}` : ''}`
}

function parseRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    const isRecord = typeof value === 'object' && value !== null && 'level' in value && typeof value.level === 'number'
    return isRecord ? (value as LogRecord) : null
  } catch {
    return null
  }
}
