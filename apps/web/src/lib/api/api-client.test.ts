import { MINUTE_MS, ownCallHeaders, REQUEST_TIMEOUT_MS } from '@portal/contract/constants.ts'
import { describe, expect, it, vi } from 'vitest'
import { answering, bad, good } from '#testing/answering.ts'
import { ApiError, createApiClient } from './api-client.ts'

const CATEGORIES = 'GET /v1/category/'
const SEARCH = 'GET /v1/article/search'

describe('a request', () => {
  it('takes method and path from the call’s name, and omits unset parameters', async () => {
    const fetch = answering({ [SEARCH]: good(SEARCH, { records: [], pages: 0 }) })
    await createApiClient({ fetch }).call(SEARCH, {
      query: { keyword: '绿松石 A&B', pageNo: 1, pageSize: undefined as never },
    })
    expect(fetch.asked[0]?.key).toBe(SEARCH)
    expect(fetch.asked[0]?.query.toString()).toBe(
      new URLSearchParams({ keyword: '绿松石 A&B', pageNo: '1' }).toString(),
    )
  })

  it('fills in path parameters', async () => {
    const fetch = answering({ ['GET /oauth/render/qq' as never]: { code: 200, data: 'https://example.cn' } })
    const url = await createApiClient({ fetch }).call('GET /oauth/render/{source}', { params: { source: 'qq' } })
    expect(url).toBe('https://example.cn')
  })

  it('sends a body as JSON', async () => {
    const fetch = vi.fn(async () => Response.json(good('POST /v1/feedback/', null as never)))
    await createApiClient({ fetch }).call('POST /oauth/emailLogin', { body: { email: 'a', password: 'b' } })
    expect(fetch).toHaveBeenCalledWith('/oauth/emailLogin', {
      method: 'POST',
      body: '{"email":"a","password":"b"}',
      headers: { ...ownCallHeaders, 'content-type': 'application/json' },
      signal: expect.anything(),
    })
  })
})

describe('a response', () => {
  it('returns only data, or data with extra', async () => {
    const fetch = answering({ 'GET /v1/webSiteInfo': { code: 200, data: { name: '石衡' }, extra: { siteAccess: 3 } } })
    const createApi = createApiClient({ fetch })
    expect(await createApi.call('GET /v1/webSiteInfo')).toEqual({ name: '石衡' })
    expect(await createApi.callWhole('GET /v1/webSiteInfo')).toEqual({
      data: { name: '石衡' },
      extra: { siteAccess: 3 },
    })
  })

  it('throws code and message when the code is not 200, and calls onError', async () => {
    const onError = vi.fn()
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: bad(500, '系统繁忙，请稍后重试') }), onError })
    const error = await createApi.call(CATEGORIES).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 500, message: '系统繁忙，请稍后重试' })
    expect(onError).toHaveBeenCalledExactlyOnceWith({ error, call: CATEGORIES })
  })

  it('does not call onError for a quiet call', async () => {
    const onError = vi.fn()
    const createApi = createApiClient({ fetch: answering({ 'GET /logout': bad(500, '失败') }), onError })
    await expect(createApi.call('GET /logout', { quiet: true })).rejects.toBeInstanceOf(ApiError)
    expect(onError).not.toHaveBeenCalled()
  })

  it('uses the status as the code when a proxy answers with HTML', async () => {
    const makePage = () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'x-request-id': 'r-1' } })
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: makePage }) })
    await expect(createApi.call(CATEGORIES)).rejects.toMatchObject({ code: 502, requestId: 'r-1', reportId: 'r-1' })
  })

  it('has a report id for server errors, and none for refusals', async () => {
    const envelope = { ...bad(500, '系统繁忙，请稍后重试'), extra: { requestId: 'r-2' } }
    const createApi = (status: number) => createApiClient({ fetch: async () => Response.json(envelope, { status }) })
    await expect(createApi(500).call(CATEGORIES)).rejects.toMatchObject({ requestId: 'r-2', reportId: 'r-2' })
    await expect(createApi(200).call(CATEGORIES)).rejects.toMatchObject({ requestId: 'r-2', reportId: undefined })
  })
})

describe('details of an error', () => {
  it('include extra and Retry-After', async () => {
    const body = { code: 429, message: '过于频繁', data: null, extra: { challenge: { challenge: 'x', bits: 8 } } }
    const makeAnswer = () => Response.json(body, { status: 429, headers: { 'retry-after': '40' } })
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: makeAnswer }) })
    await expect(createApi.call(CATEGORIES)).rejects.toMatchObject({ extra: body.extra, retryAfterS: 40 })
  })

  it('are empty when the answer has none', async () => {
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: bad(500, '失败') }) })
    await expect(createApi.call(CATEGORIES)).rejects.toMatchObject({ extra: {}, retryAfterS: undefined })
  })
})

describe('BFF endpoints', () => {
  it('use the same client, without onError', async () => {
    const onError = vi.fn()
    const site = { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [] }
    const fetch = answering({ 'GET /bff/certificates': { code: 200, data: site } })
    expect(await createApiClient({ fetch, onError }).callBff('GET /bff/certificates')).toEqual(site)
    const failing = createApiClient({ fetch: answering({ 'GET /bff/certificates': bad(503, '繁忙') }), onError })
    await expect(failing.callBff('GET /bff/certificates')).rejects.toBeInstanceOf(ApiError)
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('a call without a response', () => {
  it('rejects on a network error, without onError', async () => {
    const onError = vi.fn()
    const failure = new TypeError('Failed to fetch')
    const createApi = createApiClient({ fetch: () => Promise.reject(failure), onError })
    await expect(createApi.call(CATEGORIES)).rejects.toBe(failure)
    expect(onError).not.toHaveBeenCalled()
  })

  it('aborts a call after the timeout of the contract', async () => {
    vi.useFakeTimers()
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: new Promise<never>(() => {}) }) })
    const ended = expect(createApi.call(CATEGORIES)).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    await ended
  })

  it('gives an upload two minutes', async () => {
    vi.useFakeTimers()
    const api = createApiClient({ fetch: answering({ 'POST /file/upload': new Promise<never>(() => {}) }) })
    let isOver = false
    const upload = api.call('POST /file/upload', { body: new FormData() })
    const ended = upload.catch(({ name }: DOMException) => {
      isOver = true
      return name
    })
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS - 1)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toBe('TimeoutError')
  })

  it('aborts a call with its own signal or the client’s', async () => {
    const createApi = createApiClient({ fetch: answering({ [CATEGORIES]: new Promise<never>(() => {}) }) })
    const [own, bound] = [new AbortController(), new AbortController()]
    const calls = [createApi.call(CATEGORIES, { signal: own.signal }), createApi.bindTo(bound.signal).call(CATEGORIES)]
    own.abort()
    bound.abort()
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
