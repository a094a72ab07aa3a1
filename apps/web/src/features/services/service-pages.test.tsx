import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import { type Answers, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as FeesPage, loader as feesLoader } from './fees-page.tsx'
import { Component as InstrumentPage, loader as instrumentLoader } from './instrument-page.tsx'
import { Component as QuestionPage, loader as questionLoader, meta as questionMeta } from './question-page.tsx'
import { Component as RangePage, loader as rangeLoader } from './range-page.tsx'

const pages = [
  { path: '/rangeDetail', Component: RangePage, loader: rangeLoader, ErrorBoundary: ErrorPage },
  { path: '/instrument', Component: InstrumentPage, loader: instrumentLoader, ErrorBoundary: ErrorPage },
  { path: '/notice/:id', Component: FeesPage, loader: feesLoader, ErrorBoundary: ErrorPage },
  { path: '/question', Component: QuestionPage, loader: questionLoader, ErrorBoundary: ErrorPage },
]

const makeAnswers = (title: string, content: string): Answers => ({
  'GET /v1/article/': { code: 200, data: { pages: 1, records: [{ id: 9, title, summary: '摘要。' }] } },
  'GET /v1/article/info': { code: 200, data: { id: 9, title, content } },
})
const open = (path: string, title: string, content: string) => openPage(path, pages, makeAnswers(title, content))

const RANGE = `<p>接受委托检测。</p>
<h2 id="s-scope">检测范围</h2>
<table><thead><tr><th>类别</th><th>时限</th></tr></thead><tbody><tr><td>玉石</td><td>3 个工作日</td></tr></tbody></table>
<p>均用现行版本。</p><h3 id="s-not">不检测什么</h3>
<table><thead><tr><th>类别</th><th>不检测</th></tr></thead><tbody><tr><td>玉石</td><td>价值</td></tr></tbody></table>
<h2 id="s-send">怎样送样</h2><p>先预约。</p>
<h2 id="s-flow">检测流程</h2><p>按工作日计算。</p>
<h3 id="s-1">1 委托与编号</h3><ul><li>时限：当日</li><li>负责：收样人员</li></ul><p>核对样品。</p>
<h3 id="s-2">2 逐项检测</h3><ul><li>时限：1–3 个工作日</li></ul><p>逐项测试。</p><figure><img src="/file/img/a.svg" alt="流转" /></figure>`

it('shows the steps of a sample with duration and staff', async () => {
  open('/rangeDetail', '检测流程与范围', RANGE)
  const steps = within((await screen.findByRole('heading', { name: '检测流程' })).parentElement as HTMLElement)
  const items = steps.getAllByRole('listitem').map((item) => item.textContent)
  expect(items).toEqual(['当日委托与编号收样人员核对样品。', '1–3 个工作日逐项检测逐项测试。'])
  expect(steps.getByRole('img', { name: '流转' })).toBeTruthy()
})

it('shows the tests in a table with row headers, and the other text unchanged', async () => {
  open('/rangeDetail', '检测流程与范围', RANGE)
  const table = await screen.findByRole('table', { name: '检测范围' })
  expect(within(table).getByRole('rowheader', { name: '玉石' })).toBeTruthy()
  expect(screen.getByText('均用现行版本。')).toBeTruthy()
  const without = within(screen.getByRole('table', { name: '不检测什么' }))
  expect(without.getByRole('rowheader', { name: '玉石' }).nextElementSibling?.textContent).toBe('价值')
  expect(screen.getByRole('heading', { name: '怎样送样' }).id).toBe('s-send')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

it('shows a text without steps and without a table', async () => {
  open('/rangeDetail', '检测流程与范围', '<p>甲</p><h2 id="s-a">检测流程</h2><p>乙</p>')
  expect(await screen.findByText('甲')).toBeTruthy()
  expect(screen.getByText('乙')).toBeTruthy()
})

it('draws the figure of each instrument with its facts', async () => {
  const table =
    '<table><thead><tr><th>项目</th><th>内容</th></tr></thead><tbody><tr><td>测量什么</td><td>折射率</td></tr></tbody></table>'
  open(
    '/instrument',
    '检测仪器与方法',
    `<h2 id="s-r">折射仪</h2><p>看边界。</p>${table}<h2 id="s-x">新仪器</h2><p>无图。</p>`,
  )
  expect(await screen.findByRole('img', { name: '折射仪视域，明暗边界位于 1.718' })).toBeTruthy()
  // The page head shows the drawing that the design prescribes.
  expect(document.querySelector('header use')?.getAttribute('href')).toMatch(/#quartz$/)
  expect(screen.getByText('测量什么').nextElementSibling?.textContent).toBe('折射率')
  expect(screen.getByText('无图。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '新仪器' }).getAttribute('href')).toBe('#s-x')
})

it.each(['/notice/12', '/notice/fees'])('shows the fees at %s', async (path) => {
  open(path, '费用相关', '<h2 id="s-a">钻石</h2><p>以书面报价为准。</p>')
  expect(await screen.findByRole('heading', { level: 1, name: '费用相关' })).toBeTruthy()
  expect(screen.getByText('以书面报价为准。')).toBeTruthy()
})

it('shows no fees at the address of the notices', async () => {
  const { fetch } = openPage('/notice/id', pages)
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
  expect(fetch.of('GET /v1/article/')).toEqual([])
})

const QUESTIONS = `<h2 id="s-g1">证书</h2>
<h3 id="s-q1">怎样查询证书？</h3><p>输入编号。</p>
<h3 id="s-q2">证书丢失怎么办？</h3><p>凭委托单申请。</p>
<h2 id="s-g2">费用</h2><h3 id="s-q3">可以加急吗？</h3><p>可以预约加急。</p>`

const listQuestionTitles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

it.each([
  [
    'headings of the second level',
    '<h2 id="s-1">能加急吗？</h2><p>可以。</p><h2 id="s-2">能复检吗？</h2><p>也可以。</p>',
    ['常见问题'],
  ],
  [
    'headings of the third level',
    '<h3 id="s-1">能加急吗？</h3><p>可以。</p><h3 id="s-2">能复检吗？</h3><p>也可以。</p>',
    ['常见问题'],
  ],
  [
    'a title of its own before them',
    '<h2 id="s-0">办理</h2><h2 id="s-1">能加急吗？</h2><p>可以。</p><h2 id="s-2">能复检吗？</h2><p>也可以。</p>',
    ['办理'],
  ],
  [
    'both levels',
    '<h2 id="s-0">办理</h2><p>工作日办理。</p><h3 id="s-1">能加急吗？</h3><p>可以。</p><h2 id="s-2">能复检吗？</h2><p>也可以。</p>',
    ['办理', '其他问题'],
  ],
])('finds questions that are written as %s', async (_label, content, groups) => {
  open('/question', '常见问题', `<p>先读这里。</p>${content}`)
  expect(await screen.findByText('共 2 个问题')).toBeTruthy()
  expect(listQuestionTitles()).toEqual(['能加急吗？', '能复检吗？'])
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '手边有证书？',
    ...groups,
  ])
  for (const text of ['先读这里。', '可以。', '也可以。']) expect(screen.getByText(text)).toBeTruthy()
  if (content.includes('工作日')) expect(screen.getByText('工作日办理。')).toBeTruthy()
})

it('shows a text without questions unchanged, and offers no search in it', async () => {
  open('/question', '常见问题', '<p>请来电咨询。</p><h2 id="s-1">电话</h2>')
  expect(await screen.findByText('请来电咨询。')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '电话' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(document.body.textContent).not.toMatch(/个问题|暂无|没有含/)
})

it('filters the questions while typing, and marks hits', async () => {
  const { container } = open('/question', '常见问题', QUESTIONS)
  const field = await screen.findByRole('searchbox', { name: '在常见问题中查找' })
  expect(listQuestionTitles()).toHaveLength(3)
  fireEvent.change(field, { target: { value: '加急 预约' } })
  expect(listQuestionTitles()).toEqual(['可以加急吗？'])
  expect([...container.querySelectorAll('main mark')].map(({ textContent }) => textContent)).toEqual([
    '加急',
    '预约',
    '加急',
  ])
  expect(screen.getByText('找到 1 个问题')).toBeTruthy()
  fireEvent.change(field, { target: { value: '翡翠' } })
  expect(screen.getByText('没有含“翡翠”的问题。可换一个词，或直接联系咨询。')).toBeTruthy()
})

it('waits for the end of a composition', async () => {
  open('/question', '常见问题', QUESTIONS)
  const field = await screen.findByRole('searchbox')
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'jia' } })
  expect(listQuestionTitles()).toHaveLength(3)
  fireEvent.change(field, { target: { value: '加急' } })
  fireEvent.compositionEnd(field)
  expect(listQuestionTitles()).toEqual(['可以加急吗？'])
})

it('applies the query of the address, for browsers without scripts', async () => {
  open('/question?q=%E5%A7%94%E6%89%98%E5%8D%95', '常见问题', QUESTIONS)
  await screen.findByRole('searchbox')
  expect(listQuestionTitles()).toEqual(['证书丢失怎么办？'])
  expect(screen.getByRole('search').getAttribute('action')).toBe('/question')
})

it('unfolds the question that the address names', async () => {
  open('/question#s-q2', '常见问题', QUESTIONS)
  const title = await screen.findByRole('heading', { name: '证书丢失怎么办？' })
  await waitFor(() => expect(title.closest('details')?.open).toBe(true))
  expect(screen.getByRole('heading', { name: '怎样查询证书？' }).closest('details')?.open).toBe(false)
})

it('describes the questions to search engines, except on search results', async () => {
  const { router } = open('/question', '常见问题', QUESTIONS)
  await screen.findByRole('searchbox')
  const data = Object.values(router.state.loaderData).at(-1)
  const meta = questionMeta(data, { params: {}, query: new URLSearchParams() })
  expect(meta.faq).toContainEqual(expect.objectContaining({ question: '可以加急吗？' }))
  const searched = questionMeta({ ...data, initialQuery: '加急' }, { params: {}, query: new URLSearchParams() })
  expect(searched.isHidden).toBe(true)
})

it('does not exist for readers before it is published', async () => {
  const { router } = openPage('/question', pages, {
    'GET /v1/article/': { code: 200, data: { pages: 0, records: [] } },
  })
  await waitFor(() => expect(Object.values(router.state.errors ?? {})).toMatchObject([{ status: 404 }]))
})

it('shows an error when upstream fails', async () => {
  openPage('/question', pages, { 'GET /v1/article/': bad(502, '服务暂时不可用') })
  expect(await screen.findByRole('heading', { name: '页面没有加载出来' })).toBeTruthy()
})
