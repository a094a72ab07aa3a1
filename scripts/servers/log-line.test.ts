import { describe, expect, it } from 'vitest'
import { formatLogLine } from './log-line.ts'

describe('a log line of a service', () => {
  it('is omitted below the level of a warning', () => {
    expect(formatLogLine('bff', '{"level":30,"msg":"request completed"}')).toBeNull()
  })

  it('is printed as text at warnings and above, with the stack of an error', () => {
    expect(formatLogLine('bff', '{"level":40,"msg":"upstream is slow"}')).toBe('bff warning: upstream is slow')
    expect(formatLogLine('bff', '{"level":"warn","msg":"upstream is slow"}')).toBe('bff warning: upstream is slow')
    expect(formatLogLine('bff', '{"level":"info","msg":"listening"}')).toBeNull()
    const failed = JSON.stringify({
      level: 50,
      msg: 'render failed',
      err: { message: 'no', stack: 'Error: no\n  at x' },
    })
    expect(formatLogLine('bff', failed)).toBe('bff error: render failed\nError: no\n  at x')
  })

  it('is printed unchanged when it is not JSON', () => {
    const line = 'PORT is "http": accepted is a port, 0 to 65535'
    expect(formatLogLine('bff', line)).toBe(line)
    expect(formatLogLine('bff', '{"answer":42}')).toBe('{"answer":42}')
    expect(formatLogLine('bff', '{broken')).toBe('{broken')
  })
})
