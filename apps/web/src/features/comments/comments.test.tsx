import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  Component as ArticleWithComments,
  loader as articleWithCommentsLoader,
  meta as articleWithCommentsMeta,
} from '#app/article-with-comments.tsx'
import { ErrorPage } from '#app/error-page.tsx'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'

const pages = [
  {
    path: '/article/:articleId',
    Component: ArticleWithComments,
    loader: articleWithCommentsLoader,
    ErrorBoundary: ErrorPage,
    handle: { meta: articleWithCommentsMeta },
  },
]
const member = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo
const article = {
  id: 25,
  title: '红外光谱鉴别要点',
  content: '<p>文章本身</p>',
  category: { id: 33, name: '研究' },
  userId: 'author',
  nickname: '周观澜',
  commentCount: 3,
}
const asked = {
  id: 31,
  userId: 'b2',
  nickname: '许南星',
  content: '第三组样品的密度偏高？',
  createTime: 1_793_322_000_000,
  createTimeStr: '2小时前',
  ipAddress: '中国|云南省|昆明市|电信',
  children: [
    { id: 33, userId: 'author', nickname: '周观澜', replyUserId: 'b2', content: '是的', createTimeStr: '1小时前' },
  ],
}
const plain = { id: 30, userId: 'a1', nickname: '林知微', content: '表格很清楚', createTimeStr: '昨天' }

const LIST = 'GET /v1/comment/'
const makePage = (records: object[], current = 1, pages = 1) => ({
  code: 200,
  data: { records, pages, current, total: 3 },
})

function openArticle(answers: Answers = {}, path = '/article/25') {
  return openPage(path, pages, {
    'GET /v1/article/info': { code: 200, data: article },
    'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
    'GET /bff/session': new Promise<never>(() => {}),
    [LIST]: makePage([asked, plain]),
    ...answers,
  })
}

it('marks comments of staff with a badge in words', async () => {
  const byStaff = { ...asked, isStaff: true }
  openArticle({ [LIST]: makePage([byStaff, { ...plain, nickname: '✔ 工作人员' }]) })
  const comment = within(await screen.findByRole('article', { name: '许南星的评论' }))
  expect(comment.getAllByText('工作人员', { exact: true })).toHaveLength(1)
  const reply = within(screen.getByRole('article', { name: '周观澜的回复' }))
  expect(reply.queryByText('工作人员', { exact: true })).toBeNull()
  const other = within(screen.getByRole('article', { name: '✔ 工作人员的评论' }))
  expect(other.queryByText('工作人员', { exact: true })).toBeNull()
})

const findField = () => screen.findByLabelText<HTMLTextAreaElement>('写评论')
const findSection = () => screen.findByRole('region', { name: /^评论/ })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

it('shows author, place and time, replies below, and a mark on the article’s author', async () => {
  openArticle()
  expect(await screen.findByRole('heading', { name: '评论 3' })).toBeTruthy()
  const comment = screen.getByRole('article', { name: '许南星的评论' })
  expect(comment.textContent).toContain('第三组样品的密度偏高？')
  expect(comment.textContent).toContain('2小时前2026-10-30')
  expect(comment.textContent).toContain('云南')
  expect(within(comment).getByRole('link', { name: '许南星' }).getAttribute('href')).toBe('/user?userId=b2')
  expect(screen.getByRole('article', { name: '周观澜的回复' }).textContent).toContain('作者')
})

it('shows the page of comments that the address names, for readers without JavaScript', async () => {
  const { fetch } = openArticle({ [LIST]: makePage([plain], 2, 3) }, '/article/25?comments=2')
  const more = await screen.findByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/article/25?comments=3#comments')
  expect(screen.getByRole('link', { name: '较新的评论' }).getAttribute('href')).toBe('/article/25?comments=1#comments')
  expect(fetch.of(LIST)[0]?.query.get('pageNo')).toBe('2')
})

it('adds the next page without repeating a comment', async () => {
  openArticle({
    [LIST]: ({ query }: Asked) =>
      query.get('pageNo') === '2'
        ? makePage([plain, { ...plain, id: 29, nickname: '陆青禾' }], 2, 2)
        : makePage([asked, plain], 1, 2),
  })
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect(await screen.findByRole('article', { name: '陆青禾的评论' })).toBeTruthy()
  expect(screen.getAllByRole('article', { name: '林知微的评论' })).toHaveLength(1)
  expect(screen.getByText('没有更多了')).toBeTruthy()
})

it('shows the article even when the comments fail', async () => {
  openArticle({ [LIST]: bad(502, '上游不可用') })
  expect(await screen.findByText('文章本身')).toBeTruthy()
  expect((await findSection()).textContent).toContain('评论暂时无法显示')
})

it('offers no form when comments are closed, and shows the existing ones', async () => {
  openArticle({ 'GET /v1/webSiteInfo': { code: 200, data: { name: '石衡', openComment: 0 } } })
  expect(await screen.findByText('表格很清楚')).toBeTruthy()
  expect(screen.queryByLabelText('写评论')).toBeNull()
  expect(screen.queryByRole('button', { name: /^回复/ })).toBeNull()
})

it('lets a visitor write, requires the login, and keeps the text', async () => {
  openArticle()
  type(await findField(), '请问需要多久')
  fireEvent.click(screen.getByRole('button', { name: '登录后发表' }))
  expect(useDialogs.getState().open).toBe('login')
  act(() => setUser(member))
  expect((await findField()).value).toBe('请问需要多久')
  expect(sessionStorage.getItem('typed:comment-draft:25')).toBe('请问需要多久')
})

it('restores the text after a reload, for this article only', async () => {
  sessionStorage.setItem('typed:comment-draft:25', '写到一半')
  sessionStorage.setItem('typed:comment-draft:26', '另一篇')
  openArticle()
  await waitFor(async () => expect((await findField()).value).toBe('写到一半'))
})

it('shows a comment at once, and keeps it when it was stored', async () => {
  let arrive = (_answer: { code: number; data: object }) => {}
  const { fetch } = openArticle({
    'POST /v1/comment/': () => new Promise((resolve) => (arrive = resolve as typeof arrive)),
  })
  act(() => setUser(member))
  type(await findField(), '光谱里 a<b 的那条\n在哪')
  fireEvent.keyDown(await findField(), { key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('发送中')).toBeTruthy()
  expect((await findField()).value).toBe('')
  await act(async () => arrive({ code: 200, data: { id: 40, content: '光谱里 a＜b 的那条\n在哪' } }))
  expect(await screen.findByRole('heading', { name: '评论 4' })).toBeTruthy()
  expect(document.getElementById('comment-40')?.textContent).toContain('光谱里 a<b 的那条')
  expect(fetch.of('POST /v1/comment/')[0]?.body).toEqual({ articleId: 25, content: '光谱里 a＜b 的那条\n在哪' })
  expect(sessionStorage.getItem('typed:comment-draft:25')).toBeNull()
})

it('removes a refused comment, shows the error, and restores the text', async () => {
  openArticle({ 'POST /v1/comment/': bad(500, '评论失败') })
  act(() => setUser(member))
  type(await findField(), '发不出去的话')
  fireEvent.click(screen.getByRole('button', { name: '发表评论' }))
  expect(await screen.findByText('评论没有发出，内容已放回输入框')).toBeTruthy()
  expect((await findField()).value).toBe('发不出去的话')
  expect(screen.getByRole('heading', { name: '评论 3' })).toBeTruthy()
  expect(screen.queryByText('发送中')).toBeNull()
  expect(await screen.findByText('评论失败')).toBeTruthy()
})

it('does not send during composition, without text, or with too long a text', async () => {
  const { fetch } = openArticle()
  act(() => setUser(member))
  const field = await findField()
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('请输入内容')).toBeTruthy()
  type(field, '字')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229 })
  type(field, '字'.repeat(2001))
  expect(screen.getByText('2001 / 2000')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('内容超过 2000 字，请缩短')).toBeTruthy()
  expect(fetch.of('POST /v1/comment/')).toEqual([])
})

it('adds a reply to a reply under the same comment, addressed to its author', async () => {
  const { fetch } = openArticle({ 'POST /v1/comment/': { code: 200, data: { id: 41, content: '谢谢' } } })
  act(() => setUser(member))
  fireEvent.click(await screen.findByRole('button', { name: '回复周观澜的评论' }))
  const field = await screen.findByLabelText('回复周观澜')
  expect(document.activeElement).toBe(field)
  type(field, '谢谢')
  fireEvent.click(screen.getByRole('button', { name: '发表回复' }))
  await waitFor(() => expect(document.getElementById('comment-41')?.textContent).toContain('回复 周观澜'))
  expect(fetch.of('POST /v1/comment/')[0]?.body).toMatchObject({ articleId: 25, parentId: 31, replyUserId: 'author' })
  expect(screen.queryByLabelText('回复周观澜')).toBeNull()
})

it('inserts an emoji at the caret, by keyboard alone', async () => {
  openArticle()
  const field = await findField()
  type(field, '好石头')
  field.setSelectionRange(1, 1)
  fireEvent.click(screen.getByRole('button', { name: '插入表情' }))
  const first = await screen.findByRole('button', { name: '嘿嘿' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '大笑' }))
  fireEvent.click(document.activeElement as HTMLElement)
  expect(field.value).toBe('好😄石头')
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' })
  expect(screen.queryByRole('button', { name: '大笑' })).toBeNull()
  expect(document.activeElement).toBe(field)
})

it('deletes a comment of this user with its replies, after a confirmation', async () => {
  const { fetch } = openArticle({
    'DELETE /v1/comment/': { code: 200, data: null },
    [LIST]: makePage([{ ...asked, userId: 'a1', nickname: '林知微' }]),
  })
  act(() => setUser(member))
  fireEvent.click(await screen.findByRole('button', { name: '删除林知微的评论' }))
  const dialog = await screen.findByRole('dialog', { name: '删除这条评论？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  expect(await screen.findByRole('heading', { name: '评论 1' })).toBeTruthy()
  expect(fetch.of('DELETE /v1/comment/')[0]?.query.get('id')).toBe('31')
  expect(screen.queryByRole('article', { name: '周观澜的回复' })).toBeNull()
})

it('lets an editor delete comments of other users, and a member only report them', async () => {
  openArticle()
  act(() => setUser(member))
  expect(await screen.findByRole('button', { name: '举报许南星的评论' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '删除许南星的评论' })).toBeNull()
  expect(screen.queryByRole('button', { name: '举报林知微的评论' })).toBeNull()
  act(() => setUser({ ...member, role: 'editor' }))
  expect(await screen.findByRole('button', { name: '删除许南星的评论' })).toBeTruthy()
})

it('reports a comment to the editors, with the reason', async () => {
  const { fetch } = openArticle({ 'POST /v1/comment/report': { code: 200, data: null } })
  act(() => setUser(member))
  fireEvent.click(await screen.findByRole('button', { name: '举报许南星的评论' }))
  const dialog = await screen.findByRole('dialog', { name: '举报“许南星”的评论' })
  fireEvent.click(within(dialog).getByRole('radio', { name: '其他' }))
  fireEvent.click(within(dialog).getByRole('button', { name: /提交举报/ }))
  expect(await screen.findByText('请写明原因')).toBeTruthy()
  type(within(dialog).getByLabelText('说明'), '与本文无关')
  fireEvent.click(within(dialog).getByRole('button', { name: /提交举报/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fetch.of('POST /v1/comment/report')[0]?.body).toEqual({ id: 31, reason: '其他：与本文无关' })
})

it('hides the button of a call that upstream lacks', async () => {
  openArticle({ 'POST /v1/comment/report': bad(404, '没有这个接口') })
  act(() => setUser(member))
  fireEvent.click(await screen.findByRole('button', { name: '举报许南星的评论' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /提交举报/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^举报/, hidden: true })).toBeNull())
})

it('loads the page of the linked comment, marks and focuses it', async () => {
  const { fetch } = openArticle(
    {
      [LIST]: ({ query }: Asked) =>
        query.get('commentId') === '12'
          ? makePage([{ ...plain, id: 12, nickname: '陆青禾' }], 3, 4)
          : makePage([asked, plain], 1, 4),
    },
    '/article/25#comment-12',
  )
  const comment = await screen.findByRole('article', { name: '陆青禾的评论' })
  await waitFor(() => expect(document.activeElement).toBe(comment))
  expect(comment.hasAttribute('data-linked')).toBe(true)
  expect(screen.getByRole('link', { name: '较新的评论' })).toBeTruthy()
  expect(fetch.of(LIST).at(-1)?.query.get('articleId')).toBe('25')
})

it('shows a message when the linked comment is gone', async () => {
  openArticle({}, '/article/25#comment-12')
  expect(await screen.findByText('这条评论已不在')).toBeTruthy()
  expect(screen.getByText('表格很清楚')).toBeTruthy()
})

it('shows a comment of this tab after a reload, when the cached page is older', async () => {
  const { fetch, unmount } = openArticle({ 'POST /v1/comment/': { code: 200, data: { id: 40, content: '新的一条' } } })
  act(() => setUser(member))
  type(await findField(), '新的一条')
  fireEvent.click(screen.getByRole('button', { name: '发表评论' }))
  await waitFor(() => expect(document.getElementById('comment-40')).toBeTruthy())
  expect(fetch.of('POST /v1/comment/')).toHaveLength(1)
  unmount()
  openArticle({
    [LIST]: ({ query }: Asked) =>
      query.get('commentId') === '40'
        ? makePage([{ ...plain, id: 40, content: '新的一条' }, plain])
        : makePage([plain]),
  })
  await waitFor(() => expect(document.getElementById('comment-40')?.textContent).toContain('新的一条'))
  expect(sessionStorage.getItem('comments-changed:25')).toBeNull()
})

it('shows an own comment that waits for approval to its writer, outside of the count', async () => {
  let held: object[] = []
  const { fetch } = openArticle({
    'GET /v1/comment/waiting': () => ({ code: 200, data: held }),
    'POST /v1/comment/': () => {
      held = [{ id: 40, userId: 'a1', nickname: '林知微', content: '先审', state: 'waiting' }]
      return { code: 200, data: { id: 40, content: '先审' }, extra: { waiting: true } }
    },
    'DELETE /v1/comment/': () => {
      held = []
      return { code: 200, data: null }
    },
  })
  await findField()
  expect(fetch.of('GET /v1/comment/waiting')).toHaveLength(0)
  act(() => setUser(member))
  type(await findField(), '先审')
  fireEvent.click(screen.getByRole('button', { name: '发表评论' }))
  expect(await screen.findByText('等待审核，只有您看得到')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '评论 3' })).toBeTruthy()
  expect(screen.getAllByText('先审')).toHaveLength(1)
  expect(sessionStorage.getItem('typed:comment-draft:25')).toBeNull()
  const [waiting] = screen.getAllByRole('article', { name: '林知微的评论' })
  const acts = within(waiting as HTMLElement).getAllByRole('button')
  expect(acts.map(({ textContent }) => textContent)).toEqual(['删除林知微的评论'])
  fireEvent.click(acts[0] as HTMLElement)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^删除/ }))
  await waitFor(() => expect(screen.queryByText('先审')).toBeNull())
  expect(screen.getByRole('heading', { name: '评论 3' })).toBeTruthy()
})

it('does not say that there are no comments below an own one that waits', async () => {
  openArticle({
    [LIST]: makePage([]),
    'GET /v1/comment/waiting': () => ({
      code: 200,
      data: [{ id: 40, userId: 'a1', nickname: '林知微', content: '先审', state: 'waiting' }],
    }),
  })
  expect(await screen.findByText('还没有评论')).toBeTruthy()
  act(() => setUser(member))
  expect(await screen.findByText('等待审核，只有您看得到')).toBeTruthy()
  expect(screen.queryByText('还没有评论')).toBeNull()
})

it('shows the comments of an article that takes no more, without forms', async () => {
  openArticle({ [LIST]: { ...makePage([asked, plain]), extra: { isOpen: false } } })
  act(() => setUser(member))
  expect(await screen.findByText('评论已关闭，可继续阅读已有评论。')).toBeTruthy()
  expect(screen.getByRole('article', { name: '许南星的评论' })).toBeTruthy()
  expect(screen.queryByLabelText('写评论')).toBeNull()
  expect(screen.queryByRole('button', { name: /^回复/ })).toBeNull()
})

it('waits for a new login after the session has ended, and then sends the comment again', async () => {
  let isOver = true
  const { fetch } = openArticle({
    'POST /v1/comment/': () =>
      isOver ? bad(401, '当前会话已过期，请重新登录') : { code: 200, data: { id: 40, content: '没有丢' } },
  })
  act(() => setUser(member))
  type(await findField(), '没有丢')
  fireEvent.click(screen.getByRole('button', { name: '发表评论' }))
  await waitFor(() => expect(useDialogs.getState().open).toBe('login'))
  expect(screen.getByText('发送中')).toBeTruthy()
  expect(sessionStorage.getItem('typed:comment-draft:25')).toBe('没有丢')
  isOver = false
  act(() => setUser(member))
  await waitFor(() => expect(document.getElementById('comment-40')).toBeTruthy())
  expect(fetch.of('POST /v1/comment/')).toHaveLength(2)
  expect(sessionStorage.getItem('typed:comment-draft:25')).toBeNull()
})
