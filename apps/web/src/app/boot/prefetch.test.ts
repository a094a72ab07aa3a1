import { findCall } from '@portal/contract/calls.ts'
import { fireEvent } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { createPagePrefetch, watchLinks } from './prefetch.ts'
import { createInvalidatingFetch, PREFETCHABLE_CALLS } from './prefetch-links.ts'

const CATEGORIES = 'GET /v1/category/'
const NOTICES = 'GET /v1/im/getNewSystemNotice'
const categories = good(CATEGORIES, [])

function openSite(answers: Answers) {
  const fetch = answering(answers)
  const code = vi.fn()
  const makePage = (loader: ReturnType<typeof defineLoader>) => async () => {
    code()
    return { loader, Component: () => null }
  }
  const routes = [
    { path: '/', element: null },
    { path: '/list', lazy: makePage(defineLoader(({ api }) => api.call(CATEGORIES))) },
    { path: '/own', lazy: makePage(defineLoader(({ api }) => api.call(NOTICES))) },
    {
      path: '/half',
      lazy: makePage(defineLoader(async ({ api }) => ({ list: await api.call(CATEGORIES).catch(() => null) }))),
    },
    {
      path: '/noticed',
      lazy: makePage(defineLoader(async ({ api, request }) => optional(api.call(NOTICES), null, request))),
    },
  ]
  const api = createApiClient({ fetch: createInvalidatingFetch(fetch) })
  const getContext = () => createRouterContext(api)
  const router = createMemoryRouter(routes, { getContext })
  return { fetch, code, router, api, prefetch: createPagePrefetch(routes, fetch) }
}

/** Converts a path to the URL that the memory router makes. */
const toUrl = (path: string) => new URL(path, 'http://localhost')

describe('a prefetched page', () => {
  it('opens with the prefetched data, which is fetched once', async () => {
    const { fetch, router, prefetch } = openSite({ [CATEGORIES]: categories })
    await prefetch(toUrl('/list?a=1'))
    await prefetch(toUrl('/list?a=1'))
    await router.navigate('/list?a=1')
    expect(router.state.location.pathname).toBe('/list')
    expect(fetch.of(CATEGORIES)).toHaveLength(1)
    await router.revalidate()
    expect(fetch.of(CATEGORIES)).toHaveLength(2)
  })

  it.each([
    ['POST /v1/say/insertSay', { body: { content: '新的一条' } }],
    ['GET /v1/article/like', { query: { articleId: 7 } }],
  ] as const)('loads again after a call that may have changed it: %s', async (key, options) => {
    const { fetch, router, api, prefetch } = openSite({ [CATEGORIES]: categories, [key]: { code: 200, data: null } })
    await prefetch(toUrl('/list'))
    await api.call(key as 'GET /v1/article/like', options as { query: { articleId: number } })
    await router.navigate('/list')
    expect(fetch.of(CATEGORIES)).toHaveLength(2)
  })

  it('stays valid while the visit is being counted', async () => {
    const { fetch, router, api, prefetch } = openSite({
      [CATEGORIES]: categories,
      'GET /v1/report': { code: 200, data: null },
    })
    await prefetch(toUrl('/list'))
    await api.call('GET /v1/report')
    await router.navigate('/list')
    expect(fetch.of(CATEGORIES)).toHaveLength(1)
  })

  it('loads again when the prefetch has failed', async () => {
    const answer = vi.fn().mockReturnValueOnce(bad(502, '上游不可用')).mockReturnValue(categories)
    const { router, prefetch } = openSite({ [CATEGORIES]: answer })
    await prefetch(toUrl('/list'))
    await router.navigate('/list')
    expect(router.state.errors).toBeNull()
    expect(answer).toHaveBeenCalledTimes(2)
  })

  it('does not enter the cache when a part of it is missing', async () => {
    const answer = vi.fn().mockReturnValueOnce(Response.json(bad(502, '上游不可用'), { status: 502 }))
    const { router, prefetch } = openSite({ [CATEGORIES]: answer.mockReturnValue(categories) })
    await prefetch(toUrl('/half'))
    await router.navigate('/half')
    expect(Object.values(router.state.loaderData)).toEqual([{ list: [] }])
  })

  it('logs no failure for optional data that is not prefetched', async () => {
    const log = vi.spyOn(console, 'error')
    await openSite({}).prefetch(toUrl('/noticed'))
    expect(log).not.toHaveBeenCalled()
  })

  it('has its code loaded, but no data of a member', async () => {
    const { fetch, code, prefetch } = openSite({})
    await prefetch(toUrl('/own'))
    expect(code).toHaveBeenCalledOnce()
    expect(fetch.asked).toEqual([])
  })
})

it('allows only calls that are public, that only read, and that the BFF caches', () => {
  for (const key of PREFETCHABLE_CALLS) {
    const { method, access, cache } = findCall(key)
    expect([key, method, access, cache !== undefined]).toEqual([key, 'GET', 'public', true])
  }
})

describe('a link', () => {
  const prefetch = vi.fn(async () => {})
  const pointAtLink = (html: string, event: 'pointerOver' | 'touchStart' | 'focusIn') => {
    document.body.innerHTML = html
    const link = document.querySelector('span') ?? document.querySelector('a')
    if (link) fireEvent[event](link)
  }
  beforeEach(() => {
    vi.useFakeTimers()
    prefetch.mockClear()
    const stop = watchLinks(prefetch)
    return stop
  })

  it.each(['pointerOver', 'focusIn'] as const)('prefetches its page once %s lasts', (event) => {
    pointAtLink('<a href="/list"><span>列表</span></a>', event)
    expect(prefetch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(prefetch).toHaveBeenCalledWith(new URL('/list', location.href))
  })

  it('prefetches its page at once on touch', () => {
    pointAtLink('<a href="/list">列表</a>', 'touchStart')
    expect(prefetch).toHaveBeenCalledOnce()
  })

  it('does not prefetch when it is clicked', () => {
    pointAtLink('<a href="/list">列表</a>', 'focusIn')
    const link = document.querySelector('a') as HTMLAnchorElement
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    vi.advanceTimersByTime(100)
    expect(prefetch).not.toHaveBeenCalled()
  })

  it('does not prefetch when the pointer only crosses it', () => {
    pointAtLink('<a href="/list"><span>列表</span></a>', 'pointerOver')
    fireEvent.pointerOver(document.body)
    vi.advanceTimersByTime(100)
    expect(prefetch).not.toHaveBeenCalled()
  })

  it.each([
    '<a href="https://example.org/">别处</a>',
    '<a href="/list" target="_blank">新窗口</a>',
    '<a href="#part">本页</a>',
    '<a href="tel:02788880000">电话</a>',
  ])('does not prefetch when it leads to no page of this site: %s', (html) => {
    pointAtLink(html, 'touchStart')
    expect(prefetch).not.toHaveBeenCalled()
  })
})
