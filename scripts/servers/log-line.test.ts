import { describe, expect, it } from 'vitest'
import { readableLogLine } from './log-line.ts'

describe('a line of a service', () => {
  it('is left out below a warning', () => {
    expect(readableLogLine('bff', '{"level":30,"msg":"request completed"}')).toBeNull()
  })

  it('is said in words from a warning on, an error with its stack', () => {
    expect(readableLogLine('bff', '{"level":40,"msg":"upstream is slow"}')).toBe('bff warning: upstream is slow')
    expect(readableLogLine('bff', '{"level":"warn","msg":"upstream is slow"}')).toBe('bff warning: upstream is slow')
    expect(readableLogLine('bff', '{"level":"info","msg":"listening"}')).toBeNull()
    const failed = JSON.stringify({
      level: 50,
      msg: 'render failed',
      err: { message: 'no', stack: 'Error: no\n  at x' },
    })
    expect(readableLogLine('bff', failed)).toBe('bff error: render failed\nError: no\n  at x')
  })

  it('is shown as it is when it is no log line, such as the reason why a service cannot start', () => {
    const line = 'PORT is "http": accepted is a port, 0 to 65535'
    expect(readableLogLine('bff', line)).toBe(line)
    expect(readableLogLine('bff', '{"answer":42}')).toBe('{"answer":42}')
    expect(readableLogLine('bff', '{broken')).toBe('{broken')
  })
})
