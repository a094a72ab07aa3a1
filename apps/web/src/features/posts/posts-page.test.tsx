import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as PostsPage, loader as postsLoader, meta as postsMeta } from './posts-page.tsx'

const pages = [{ path: '/say', Component: PostsPage, loader: postsLoader, handle: { meta: postsMeta } }]
const member = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo
const owner = { id: '1', nickname: '石衡检测', role: 'owner' } as UserInfo
const post = {
  id: 's1',
  userId: '1',
  nickname: '石衡检测',
  content: '今日到样',
  imgUrl: '/file/img/a.jpg,/file/img/b.jpg,',
  address: '昆明',
  isPublic: 1,
  userLikeList: [{ id: 'b2', nickname: '许南星' }],
  isLike: null as boolean | null,
  sayCommentVOList: [
    { id: '7', userId: 'b2', nickname: '许南星', content: '灰板是哪一级？', createTime: '2026-11-20 09:00:00' },
    {
      userId: '1',
      nickname: '石衡检测',
      replyUserNickname: '许南星',
      content: 'N7',
      createTime: '2026-11-20 10:00:00',
    },
  ],
  createTime: '2026-11-20 08:00:00',
  createTimeStr: '昨天',
}
const LIST = 'GET /v1/say/getSayList'
const makeList = (records: object[], pageCount = 1) => ({ code: 200, data: { records, pages: pageCount } })

function openPosts(answers: Answers = {}) {
  return openPage('/say', pages, {
    [LIST]: makeList([post]),
    'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
    'GET /bff/session': new Promise<never>(() => {}),
    ...answers,
  })
}

/** Sets the session: the list is loaded again with the likes of this member. */
async function setMember({ fetch, router }: ReturnType<typeof openPosts>, user: UserInfo = member) {
  await screen.findByRole('article')
  act(() => setUser(user))
  await waitFor(() => expect([fetch.of(LIST).length, router.state.revalidation]).toEqual([2, 'idle']))
  // Lets React render the new state of the router.
  await act(async () => {})
}

afterEach(() => vi.useRealTimers())

it('shows a short post with pictures, place, likes and comments', async () => {
  openPosts()
  const post = await screen.findByRole('article', { name: '石衡检测的说说' })
  expect(post.textContent).toContain('今日到样')
  expect(post.textContent).toContain('昆明')
  expect(post.textContent).toContain('许南星 赞过')
  expect(post.textContent).toContain('石衡检测 回复 许南星：N7')
  const pictures = within(post).getAllByRole('link', { name: /图片/ })
  expect(pictures.map((link) => link.getAttribute('href'))).toEqual(['/file/img/a.jpg', '/file/img/b.jpg'])
  expect(screen.queryByRole('link', { name: '发说说' })).toBeNull()
})

it('keeps the ages of posts true while the page is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T08:00:30+08:00') })
  openPosts({ [LIST]: makeList([{ ...post, createTimeStr: '30秒前' }]) })
  const shown = await screen.findByText('30秒前')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(shown.textContent).toBe('1分钟前'))
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000))
  await waitFor(() => expect(shown.textContent).toBe('3分钟前'))
})

it('offers smaller widths of a large picture', async () => {
  const set = '/file/img/b-480.jpg 480w, /file/img/b.jpg 700w'
  openPosts({ [LIST]: makeList([{ ...post, imgSets: [{ imgUrl: '/file/img/b.jpg', srcSet: set }] }]) })
  const shown = within(await screen.findByRole('article')).getAllByRole('img', { name: /图片/ })
  expect(shown.map((image) => image.getAttribute('srcset'))).toEqual([null, set])
})

it('enlarges a picture', async () => {
  openPosts()
  fireEvent.click(await screen.findByRole('link', { name: '图片 2 / 2' }))
  const viewer = await screen.findByRole('dialog', { name: '图片：图片 2 / 2' })
  expect(within(viewer).getByRole('img').getAttribute('src')).toBe('/file/img/b.jpg')
})

it('requires a login from a visitor before a like', async () => {
  openPosts()
  fireEvent.click(await screen.findByRole('button', { name: /^点赞\s*1$/ }))
  expect(useDialogs.getState().open).toBe('login')
})

it('shows a like at once, and removes it when it is refused', async () => {
  let refuse = (_answer: { code: number; message: string }) => {}
  const opened = openPosts({ 'GET /v1/say/like': () => new Promise((resolve) => (refuse = resolve as typeof refuse)) })
  await setMember(opened)
  fireEvent.click(await screen.findByRole('button', { name: /^点赞\s*1$/ }))
  const liked = await screen.findByRole('button', { name: /^已赞\s*2$/ })
  expect(liked.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('article').textContent).toContain('许南星、林知微 赞过')
  await act(async () => refuse(bad(500, '系统繁忙') as { code: number; message: string }))
  expect(await screen.findByRole('button', { name: /^点赞\s*1$/ })).toBeTruthy()
})

it("shows the reader's like once the session is known", async () => {
  let isKnown = false
  const opened = openPosts({ [LIST]: () => makeList([{ ...post, isLike: isKnown }]) })
  await screen.findByRole('button', { name: /^点赞\s*1$/ })
  isKnown = true
  await setMember(opened)
  expect(await screen.findByRole('button', { name: /^已赞\s*1$/ })).toBeTruthy()
})

it('shows a comment at once, and restores a refused one', async () => {
  const opened = openPosts({
    'POST /v1/say/comment': ({ body }: Asked) =>
      (body as { content: string }).content === '收到'
        ? { code: 200, data: null, extra: { id: '9' } }
        : bad(500, '评论失败'),
  })
  await setMember(opened)
  fireEvent.click(await screen.findByRole('button', { name: '回复许南星' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('回复 许南星')
  fireEvent.change(field, { target: { value: '收到' } })
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true })
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('林知微 回复 许南星：收到'))
  expect(opened.fetch.of('POST /v1/say/comment')[0]?.body).toEqual({ sayId: 's1', content: '收到', replyUserId: 'b2' })

  // The user can delete the new comment, but not those of other users.
  expect(screen.queryByRole('button', { name: '删除许南星的评论' })).toBeNull()
  expect(screen.getByRole('button', { name: '删除林知微的评论' })).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: /^评论\s*3$/ }))
  const box = await screen.findByLabelText<HTMLTextAreaElement>('写评论')
  fireEvent.change(box, { target: { value: '发不出去' } })
  fireEvent.click(screen.getByRole('button', { name: '发表' }))
  expect(await screen.findByText('评论没有发出，内容已放回输入框')).toBeTruthy()
  expect(box.value).toBe('发不出去')
  expect(screen.getByRole('button', { name: /^评论\s*3$/ })).toBeTruthy()
})

it('lets authors delete their comments, and editors any comment with an id', async () => {
  const opened = openPosts({ 'DELETE /v1/say/comment': { code: 200, data: null } })
  await setMember(opened, { ...member, role: 'editor' } as UserInfo)
  // The second comment has no id.
  expect(screen.queryByRole('button', { name: '删除石衡检测的评论' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '删除许南星的评论' }))
  const dialog = await screen.findByRole('dialog', { name: '删除“许南星”的评论？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  expect(await screen.findByText('评论已删除')).toBeTruthy()
  expect(screen.queryByText('灰板是哪一级？')).toBeNull()
  expect(opened.fetch.of('DELETE /v1/say/comment')[0]?.query.get('id')).toBe('7')
  expect(screen.getByRole('button', { name: /^评论\s*1$/ })).toBeTruthy()
})

it('hides the button of a call that upstream lacks', async () => {
  const opened = openPosts({ 'DELETE /v1/say/comment': bad(404, '没有这个接口') })
  await setMember(opened, { ...member, id: 'b2' } as UserInfo)
  fireEvent.click(screen.getByRole('button', { name: '删除许南星的评论' }))
  const dialog = await screen.findByRole('dialog', { name: '删除这条评论？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除许南星的评论' })).toBeNull())
  expect(screen.getByText(/灰板是哪一级？/)).toBeTruthy()
})

it('lets the owner write, and delete after a confirmation', async () => {
  const opened = openPosts({
    'DELETE /v1/say/': { code: 200, data: null },
    [LIST]: makeList([{ ...post, isPublic: 0 }]),
  })
  await setMember(opened, owner)
  const page = within(screen.getByRole('main'))
  expect((await page.findByRole('link', { name: '发说说' })).getAttribute('href')).toBe('/newSays')
  expect(screen.getByText('仅自己可见')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '删除' }))
  const dialog = await screen.findByRole('dialog', { name: '删除这条说说？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  expect(await screen.findByText('还没有说说')).toBeTruthy()
  expect(opened.fetch.of('DELETE /v1/say/')[0]?.query.get('sayId')).toBe('s1')
})

it('appends the next page', async () => {
  openPosts({
    [LIST]: ({ query }: Asked) =>
      query.get('pageNo') === '2' ? makeList([{ ...post, id: 's2', content: '上一条' }], 2) : makeList([post], 2),
  })
  const more = await screen.findByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/say?page=2')
  fireEvent.click(more)
  expect(await screen.findByText('上一条')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

it('links a video, which some upstreams accept as a picture', async () => {
  openPosts({ [LIST]: makeList([{ ...post, imgUrl: '/file/img/a.jpg,https://img.example.test/b.mp4,' }]) })
  const link = await screen.findByRole('link', { name: '视频' })
  expect(link.getAttribute('href')).toBe('https://img.example.test/b.mp4')
  expect(screen.getAllByRole('img', { name: /^图片/ })).toHaveLength(1)
})
