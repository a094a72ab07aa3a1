import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogSink } from './log-sink.ts'

const info = (text: string) => `{"level":30,"msg":"${text}"}\n`
const warning = (text: string) => `{"level":40,"msg":"${text}"}\n`

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A sink with its output so far. @param takes bytes accepted at a time; 0: the pipe is full */
function makeSink(takes = { bytes: Number.POSITIVE_INFINITY }) {
  let writes = 0
  const written: Buffer[] = []
  const sink = createLogSink({
    writeOut(bytes) {
      if (takes.bytes === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' })
      const part = bytes.subarray(0, takes.bytes)
      written.push(Buffer.from(part))
      writes += 1
      return part.length
    },
  })
  return { sink, takes, text: () => Buffer.concat(written).toString(), writes: () => writes }
}

describe('the log', () => {
  it('writes the lines of many requests at once, after a short delay', () => {
    const { sink, text, writes } = makeSink()
    for (let line = 0; line < 10; line += 1) sink.write(info(`${line}`))
    expect(writes()).toBe(0)
    vi.advanceTimersByTime(200)
    expect([writes(), text().split('\n').length - 1]).toEqual([1, 10])
  })

  it('writes a warning at once, after earlier lines', () => {
    const { sink, text } = makeSink()
    sink.write(info('before'))
    sink.write(warning('now'))
    expect(text()).toBe(info('before') + warning('now'))
  })

  it('writes early when its buffer is large', () => {
    const { sink, writes } = makeSink()
    for (let line = 0; line < 300; line += 1) sink.write(info('x'.repeat(100)))
    expect(writes()).toBe(1)
  })

  it('loses no byte when the pipe accepts few bytes, or none for a while', () => {
    const takes = { bytes: 0 }
    const { sink, text } = makeSink(takes)
    sink.write(warning('石衡'))
    sink.write(warning('检测'))
    expect(text()).toBe('')
    takes.bytes = 5
    vi.advanceTimersByTime(200)
    expect(text()).toBe(warning('石衡') + warning('检测'))
  })

  it('holds at most some megabytes while the pipe is full', () => {
    const takes = { bytes: 0 }
    const { sink, text } = makeSink(takes)
    const line = warning('x'.repeat(1_000_000))
    for (let count = 0; count < 20; count += 1) sink.write(line)
    takes.bytes = Number.POSITIVE_INFINITY
    sink.flush()
    expect(text().length).toBeLessThan(10_000_000)
  })
})
