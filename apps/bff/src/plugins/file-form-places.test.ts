import { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SERVER_LIMITS } from '#config/limits.ts'
import { createFileFormPlaces } from './file-form-places.ts'

const LIMITS = SERVER_LIMITS.fileForms
const REQUEST = { ip: '192.0.2.1', headers: {}, raw: {} } as FastifyRequest
const WINDOW_BYTES = (LIMITS.bytesPerSecond * LIMITS.windowMs) / 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form that has just taken its place. */
async function beginForm() {
  const sent = new PassThrough()
  const admitted = createFileFormPlaces(LIMITS)(REQUEST, new ServerResponse(REQUEST.raw), sent)
  const body = buffer(admitted).then(
    ({ length }) => length,
    (error: Error) => error.message,
  )
  const send = async (bytes: number) => {
    sent.write(Buffer.alloc(bytes))
    await vi.advanceTimersByTimeAsync(0)
  }
  await send(LIMITS.freeBytes + 1)
  return { send, end: () => sent.end(), body }
}

describe('a form with files from a slow phone', () => {
  it('is accepted when it sends at the minimum speed until the longest time', async () => {
    const form = await beginForm()
    let bytes = LIMITS.freeBytes + 1
    for (let atMs = LIMITS.windowMs; atMs < LIMITS.totalMs; atMs += LIMITS.windowMs) {
      await form.send(WINDOW_BYTES)
      bytes += WINDOW_BYTES
      await vi.advanceTimersByTimeAsync(LIMITS.windowMs)
    }
    form.end()
    expect(await form.body).toBe(bytes)
  })

  it('is refused when it sends too little in one window', async () => {
    const form = await beginForm()
    await form.send(10 * WINDOW_BYTES)
    await vi.advanceTimersByTimeAsync(LIMITS.windowMs)
    await form.send(WINDOW_BYTES - 1)
    await vi.advanceTimersByTimeAsync(LIMITS.windowMs)
    expect(await form.body).toContain('图片上传得太慢')
  })

  it('is refused after the maximum time, even at high speed', async () => {
    const form = await beginForm()
    for (let atMs = 0; atMs < LIMITS.totalMs; atMs += 1000) {
      await form.send(WINDOW_BYTES)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(await form.body).toContain('图片上传得太慢')
  })
})

it('a form with files whose reader stops ends with its response, and its error needs no listener', async () => {
  const response = new ServerResponse(REQUEST.raw)
  const sent = new PassThrough()
  const admitted = createFileFormPlaces(LIMITS)(REQUEST, response, sent)
  sent.write(Buffer.alloc(LIMITS.freeBytes + 1))
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(2)
  // The stream needs an error listener, as an error without one would be uncaught.
  await vi.advanceTimersByTimeAsync(LIMITS.windowMs * 2)
  expect(admitted.errored?.message).toContain('图片上传得太慢')
  expect(vi.getTimerCount()).toBe(0)
  response.emit('close')
})
