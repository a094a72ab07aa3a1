import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import { readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { Component as ContactPage, loader as contactLoader } from './contact-page.tsx'
import { Component as ExpertsPage, loader as expertsLoader } from './experts-page.tsx'
import { Component as JoinPage, loader as joinLoader } from './join-page.tsx'
import { aboutPage, statementPage } from './prose-pages.tsx'

const ORDERS = 'GET /v1/orders/table'
const ErrorBoundary = ErrorPage
const pages = [
  { path: '/about', ...aboutPage, ErrorBoundary },
  { path: '/message', ...statementPage, ErrorBoundary },
  { path: '/experts', Component: ExpertsPage, loader: expertsLoader, ErrorBoundary },
  { path: '/join-us', Component: JoinPage, loader: joinLoader, ErrorBoundary },
  { path: '/contact-us', Component: ContactPage, loader: contactLoader, ErrorBoundary },
]
const user = { id: 'a1', nickname: '林知微' } as UserInfo

const open = (path: string, title: string, content: string, answers: Answers = {}) =>
  openPage(path, pages, {
    'GET /v1/article/': { code: 200, data: { pages: 1, records: [{ id: 9, title, summary: '摘要。' }] } },
    'GET /v1/article/info': { code: 200, data: { id: 9, title, content } },
    'GET /v1/site/licence': { code: 200, data: { creditCode: null } },
    ...answers,
  })

it('shows a text with its headings and related pages', async () => {
  open('/about', '关于我们', '<p>只做检测。</p><h2 id="s-a">甲</h2><h2 id="s-b">乙</h2><h2 id="s-c">丙</h2>')
  expect(await screen.findByText('只做检测。')).toBeTruthy()
  const contents = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
  expect(contents.map((link) => link.getAttribute('href'))).toEqual(['/about#s-a', '/about#s-b', '/about#s-c'])
  const siblings = within(screen.getByRole('navigation', { name: '关于我们' }))
  expect(siblings.getByRole('link', { name: '关于我们' }).getAttribute('aria-current')).toBe('page')
})

it('shows the impartiality statement also at its older address, with one canonical address', async () => {
  open('/message', '公正性声明', '<p>独立。</p>')
  expect(await screen.findByRole('heading', { level: 1, name: '公正性声明' })).toBeTruthy()
  const meta = statementPage.meta(
    { title: '公正性声明', summary: '', content: asSafeHtml(''), paths: [] },
    { params: {}, query: new URLSearchParams() },
  )
  expect(meta.canonical).toBe('/statement')
})

it('shows each expert with role, field and years', async () => {
  open(
    '/experts',
    '专家介绍',
    '<h2 id="s-gu">顾怀瑾</h2><p>批准人 · 钻石 · 从业二十余年</p><p>负责批准。</p><h2>无名</h2><p>只有一句。</p>',
  )
  const [first, second] = within((await screen.findByText('顾怀瑾')).closest('ul') as HTMLElement).getAllByRole(
    'listitem',
  )
  expect(first?.textContent).toBe('顾顾怀瑾批准人，钻石从业二十余年负责批准。')
  expect(first?.id).toBe('s-gu')
  expect(second?.textContent).toBe('无无名只有一句。')
})

it('shows vacancies folded, the first open, followed by how to apply', async () => {
  open(
    '/join-us',
    '加入我们',
    '<p>地点另告。</p><p>应聘办法：</p><ol><li>投简历</li></ol><h2 id="s-a">检测师</h2><p>职责</p><h2 id="s-b">分级师</h2><p>分级</p>',
  )
  const [first, second] = await screen.findAllByRole('heading', { level: 3 })
  expect(first?.closest('details')?.open).toBe(true)
  expect(second?.closest('details')?.open).toBe(false)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['招聘岗位2 个', '应聘办法']),
  )
})

it('lists only contacts that exist and are public', () => {
  expect(
    readContactFacts({
      phone: '021-6000 0000',
      visitAddress: ' ',
      openingHours: '周一至周五 9:00–17:00',
      email: 'a@example.cn',
      qqNumber: '10001',
      wechat: 'shiheng',
      showList: '1,5',
    }),
  ).toEqual([
    { name: '电话', value: '021-6000 0000', href: 'tel:02160000000' },
    { name: '营业时间', value: '周一至周五 9:00–17:00' },
    { name: '邮箱', value: 'a@example.cn', href: 'mailto:a@example.cn' },
    { name: '微信', value: 'shiheng' },
  ])
})

const openContact = (answers: Answers = {}) => open('/contact-us', '联系我们', '<p>先预约。</p>', answers)
it('shows the credit code of the business licence when the organisation has published it', async () => {
  const { unmount } = openContact()
  await screen.findByText('先预约。')
  expect(screen.queryByText('统一社会信用代码')).toBeNull()
  unmount()
  openContact({ 'GET /v1/site/licence': { code: 200, data: { creditCode: '91350100M000100Y43' } } })
  expect(await screen.findByText('91350100M000100Y43')).toBeTruthy()
})

it('leads to the pages of orders while the laboratory takes them', async () => {
  const { unmount } = openContact()
  await screen.findByText('先预约。')
  expect(screen.queryByRole('link', { name: '查送检进度' })).toBeNull()
  unmount()
  openContact({ [ORDERS]: good(ORDERS, ORDER_TABLE) })
  const progress = await screen.findByRole('link', { name: '查送检进度' })
  expect(progress.getAttribute('href')).toBe('/orders/progress')
  expect(screen.getByRole('link', { name: '预约' }).getAttribute('href')).toBe('/orders/new')
})

it('shows the lead of the page, and promises an answer within the days of the settings alone', async () => {
  const { unmount } = openContact()
  expect(await screen.findByText('摘要。')).toBeTruthy()
  expect(await screen.findByText(/工作人员收到后答复。/)).toBeTruthy()
  unmount()
  openContact({ 'GET /v1/webSiteInfo': { code: 200, data: { phone: '0719-8612046', answerDays: 3 } } })
  expect(await screen.findByText(/留言与来电在 3 个工作日内答复。/)).toBeTruthy()
})

it('shows contact persons beside the form, and the rest of the text below', async () => {
  const rest = ['甲', '乙', '丙'].map((title) => `<h2 id="s-${title}">${title}</h2>`).join('')
  open('/contact-us', '联系我们', `<p>先预约。</p><h2 id="s-m">按事由联系</h2><p>报价请留言。</p>${rest}`)
  const matters = (await screen.findByRole('heading', { name: '按事由联系' })).parentElement as HTMLElement
  expect(within(matters).getByText('报价请留言。')).toBeTruthy()
  expect(matters.contains(screen.getByText('先预约。'))).toBe(false)
  const contents = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
  expect(contents.map(({ textContent }) => textContent)).toEqual(['甲', '乙', '丙'])
})

/** Opens the form and returns when it shows the member; before, it is the form for visitors, with the same button. */
async function openAsMember(answers: Answers = {}) {
  const page = openContact({ 'GET /bff/session': { code: 200, data: { user, expiresAt: null } }, ...answers })
  await screen.findByText('先预约。')
  await waitFor(() => expect(screen.queryByLabelText('邮箱')).toBeNull())
  return page
}
const fillForm = () => {
  fireEvent.click(screen.getByRole('radio', { name: '问题反馈' }))
  fireEvent.change(screen.getByLabelText('标题'), { target: { value: '编号查不到' } })
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: '证书 GD20250001 查不到' } })
}
const getText = () => (screen.getByLabelText('内容') as HTMLTextAreaElement).value

const VISITOR = 'POST /v1/feedback/visitor'
const fillEmail = (email: string) => fireEvent.change(screen.getByLabelText('邮箱'), { target: { value: email } })
const pressSend = () => fireEvent.click(screen.getByRole('button', { name: '提交留言' }))

it('sends a visitor’s feedback after the proof of work, and shows the address for the answer', async () => {
  const challenge = { challenge: 'sealed', bits: 6 }
  const { fetch } = openContact({
    [VISITOR]: ({ body }) =>
      'proof' in (body as object)
        ? { code: 200, data: null }
        : { code: 429, message: '提交前需要完成一次自动验证', data: null, extra: { challenge } },
  })
  await screen.findByText('先预约。')
  fillForm()
  fillEmail(' buyer@example.com ')
  pressSend()
  expect(await screen.findByText('留言已提交。答复发送至 buyer@example.com。')).toBeTruthy()
  const sent = { type: 2, title: '编号查不到', content: '证书 GD20250001 查不到', email: 'buyer@example.com' }
  expect(fetch.of(VISITOR).map(({ body }) => body)).toEqual([
    sent,
    { ...sent, proof: expect.stringMatching(/^sealed\.\w+$/) },
  ])
  expect(getText()).toBe('')
})

it('requires a visitor’s e-mail address, and keeps the text when sending fails', async () => {
  const { fetch } = openContact({ [VISITOR]: bad(404, '没有这个接口') })
  await screen.findByText('先预约。')
  fillForm()
  pressSend()
  expect(screen.getAllByText('请输入邮箱').length).toBeGreaterThan(0)
  fillEmail('buyer')
  expect(screen.getAllByText('邮箱格式不正确，请检查').length).toBeGreaterThan(0)
  expect(fetch.of(VISITOR)).toEqual([])
  fillEmail('buyer@example.com')
  pressSend()
  expect(await screen.findByText('没有这个接口')).toBeTruthy()
  expect(getText()).toBe('证书 GD20250001 查不到')
})

it('lets a visitor log in first, and keeps the text', async () => {
  openContact()
  await screen.findByText('先预约。')
  fillForm()
  fireEvent.click(screen.getByRole('button', { name: '登录后提交' }))
  expect(useDialogs.getState().open).toBe('login')
  act(() => setUser(user))
  expect(screen.getByRole('button', { name: '提交留言', hidden: true })).toBeTruthy()
  expect(screen.queryByLabelText('邮箱')).toBeNull()
  expect(getText()).toBe('证书 GD20250001 查不到')
})

it('restores the text when the login has reloaded the page', async () => {
  sessionStorage.setItem('typed:feedback', JSON.stringify({ type: '2', title: '甲', content: '乙' }))
  openContact()
  await waitFor(() => expect(getText()).toBe('乙'))
  expect(sessionStorage.getItem('typed:feedback')).toBeNull()
})

it('sends a member’s feedback and confirms it', async () => {
  const { fetch } = await openAsMember({ 'POST /v1/feedback/': { code: 200, data: null } })
  fillForm()
  fireEvent.click(screen.getByRole('button', { name: '提交留言' }))
  expect(await screen.findByText('反馈已提交')).toBeTruthy()
  expect(fetch.of('POST /v1/feedback/')[0]?.body).toEqual({
    type: 2,
    title: '编号查不到',
    content: '证书 GD20250001 查不到',
  })
  expect(getText()).toBe('')
})

it('reports missing and too long fields, and sends nothing', async () => {
  const { fetch } = await openAsMember()
  fireEvent.blur(screen.getByLabelText('标题'))
  expect(screen.getByText('请输入标题')).toBeTruthy()
  expect(screen.queryByText('请输入内容')).toBeNull()
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: '石'.repeat(256) } })
  fireEvent.click(screen.getByRole('button', { name: '提交留言' }))
  expect(screen.getByText('内容超过 255 字，请缩短')).toBeTruthy()
  expect(screen.getByText('256 / 255')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('标题'))
  expect(fetch.of('POST /v1/feedback/')).toEqual([])
})

it('keeps the text when sending fails', async () => {
  await openAsMember({ 'POST /v1/feedback/': bad(502, '服务暂时不可用') })
  fillForm()
  fireEvent.click(screen.getByRole('button', { name: '提交留言' }))
  expect(await screen.findByText('服务暂时不可用')).toBeTruthy()
  expect(getText()).toBe('证书 GD20250001 查不到')
})

it('shows the rest of the page when the contacts fail', async () => {
  openContact({ 'GET /v1/webSiteInfo': bad(502, '服务暂时不可用') })
  expect(await screen.findByText('暂时无法加载，请稍后重试')).toBeTruthy()
  expect(screen.getByText('先预约。')).toBeTruthy()
})
