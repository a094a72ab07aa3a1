import { createStaticHandler, type StaticHandlerContext } from 'react-router-dom'
import { expect, it } from 'vitest'
import { answering, bad, good } from '#testing/answering.ts'
import { createApiClient } from './api-client.ts'
import { createRouterContext } from './api-context.ts'
import { defineLoader, notFound } from './define-loader.ts'

const INFO = 'GET /v1/article/info'

async function load(loader: ReturnType<typeof defineLoader>, answers = {}): Promise<StaticHandlerContext> {
  const handler = createStaticHandler([{ id: 'page', path: '/article/:id', loader, element: null, errorElement: null }])
  const requestContext = createRouterContext(createApiClient({ fetch: answering(answers) }))
  const result = await handler.query(new Request('http://localhost/article/7?from=home'), { requestContext })
  if (result instanceof Response) throw new Error('it redirects')
  return result
}

const article = defineLoader(async ({ api, params, query }) => {
  const { title } = await api.call(INFO, { query: { id: Number(params.id) } })
  return { title, from: query.get('from') }
})

it('passes the client, params and query to the loader', async () => {
  const { loaderData, statusCode } = await load(article, { [INFO]: good(INFO, { id: 7, title: '折射率' }) })
  expect(loaderData).toEqual({ page: { title: '折射率', from: 'home' } })
  expect(statusCode).toBe(200)
})

it.each([404, 502, 503, 504])('turns code %i of a call into the page’s status', async (code) => {
  const { statusCode, errors } = await load(article, { [INFO]: bad(code, '抱歉，文章不存在') })
  expect(statusCode).toBe(code)
  expect(errors?.page).toMatchObject({ status: code, data: { code, message: '抱歉，文章不存在' } })
})

it('turns any other code into a 500, and keeps the code', async () => {
  const { statusCode, errors } = await load(article, { [INFO]: bad(-7, '无权限') })
  expect(statusCode).toBe(500)
  expect(errors?.page.data).toEqual({ code: -7, message: '无权限' })
})

it('lets a loader throw not found', async () => {
  const { statusCode } = await load(
    defineLoader(async () => {
      throw notFound('没有这篇文章')
    }),
  )
  expect(statusCode).toBe(404)
})
