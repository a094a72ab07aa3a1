import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import type { UserInfo } from '#lib/session.ts'
import type { Answers } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as ReviewPage, loader as reviewLoader, meta as reviewMeta } from './review-page.tsx'

const pages = [
  {
    path: '/review',
    Component: ReviewPage,
    loader: reviewLoader,
    ErrorBoundary: ErrorPage,
    handle: { meta: reviewMeta },
  },
]
const editor = { id: 'e1', nickname: '叶疏桐', role: 'editor' }
const waiting = {
  id: 12,
  title: '绿松石注胶的红外特征',
  summary: '一例实测',
  nickname: '翡翠小记',
  categoryName: '研究',
}
const reported = {
  id: 31,
  articleId: 25,
  articleTitle: '红外光谱鉴别要点',
  userId: 'b2',
  nickname: '许南星',
  content: '加我微信',
  reasons: ['广告或引流', '涉嫌违法'],
}
const feedbackItem = { id: 'f1', type: 3, title: '假证书', content: '网上有人卖', nickname: null, status: 0 }
const makeRows = (records: object[]) => ({ code: 200, data: { records, pages: records.length > 0 ? 1 : 0 } })

function openReview(path = '/review', answers: Answers = {}, user: object | null = editor) {
  return openPage(path, pages, {
    'GET /bff/session': { code: 200, data: { user: user as UserInfo | null } },
    'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
    'GET /v1/review/articles': makeRows([waiting]),
    'GET /v1/review/offShelf': makeRows([waiting]),
    'GET /v1/review/article': { code: 200, data: { ...waiting, isPublish: 2, content: '<p>谱图见下。</p>' } },
    'GET /v1/review/comments': makeRows([reported]),
    'GET /v1/review/feedback': makeRows([feedbackItem]),
    ...answers,
  })
}

it.each([null, { id: 'a1', role: 'user' }])('shows the not-found page to %j, and makes no request', async (user) => {
  const { fetch } = openReview('/review', {}, user)
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
  expect(fetch.asked.filter(({ key }) => key.includes('/v1/review/'))).toEqual([])
})

it('is hidden from search engines', () => {
  expect(reviewMeta({ view: null } as never, { params: {}, query: new URLSearchParams() }).isHidden).toBe(true)
})

it('shows waiting articles, and a preview of each', async () => {
  openReview()
  const link = await screen.findByRole('link', { name: waiting.title })
  expect(link.getAttribute('href')).toBe('/review?article=12')
  await act(async () => fireEvent.click(link))
  expect(await screen.findByText('谱图见下。')).toBeTruthy()
})

it('publishes an article', async () => {
  const { fetch } = openReview('/review?article=12', { 'POST /v1/review/article': { code: 200, data: null } })
  fireEvent.click(await screen.findByRole('button', { name: /^发布/ }))
  expect(await screen.findByText('文章已发布')).toBeTruthy()
  expect(fetch.of('POST /v1/review/article')[0]?.body).toEqual({ id: 12, decision: 'publish' })
})

it('returns an article only with a note', async () => {
  const { fetch } = openReview('/review?article=12', { 'POST /v1/review/article': { code: 200, data: null } })
  fireEvent.click(await screen.findByRole('button', { name: /^退回修改/ }))
  expect(await screen.findByText('请写明退回的原因')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('给作者的意见'), { target: { value: '缺少仪器条件' } })
  fireEvent.click(screen.getByRole('button', { name: /^退回修改/ }))
  expect(await screen.findByText('文章已退回')).toBeTruthy()
  expect(fetch.of('POST /v1/review/article')[0]?.body).toEqual({ id: 12, decision: 'return', note: '缺少仪器条件' })
})

it('lists unpublished articles, and restores them', async () => {
  const { fetch } = openReview('/review?tab=shelf', {
    'GET /v1/review/article': { code: 200, data: { ...waiting, isPublish: 0, content: '<p>谱图见下。</p>' } },
    'POST /v1/review/article': { code: 200, data: null },
  })
  const link = await screen.findByRole('link', { name: waiting.title })
  await act(async () => fireEvent.click(link))
  expect(await screen.findByText('谱图见下。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '已下架' }).getAttribute('aria-current')).toBe('page')
  fireEvent.click(screen.getByRole('button', { name: /^重新上架/ }))
  expect(await screen.findByText('文章已重新上架')).toBeTruthy()
  expect(fetch.of('POST /v1/review/article')[0]?.body).toEqual({ id: 12, decision: 'putBack' })
})

it('keeps a reported comment, or removes it after a confirmation', async () => {
  const { fetch } = openReview('/review?tab=comments', {
    'GET /v1/review/comments': makeRows([reported, { ...reported, id: 32, nickname: '陆青禾' }]),
    'POST /v1/review/comment': { code: 200, data: null },
  })
  expect((await screen.findAllByText('举报原因：广告或引流；涉嫌违法'))[0]).toBeTruthy()
  const [place] = screen.getAllByRole('link', { name: '红外光谱鉴别要点' })
  expect(place?.getAttribute('href')).toBe('/article/25#comment-31')
  fireEvent.click(screen.getByRole('button', { name: '保留许南星的评论' }))
  await waitFor(() => expect(screen.queryByText('许南星')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '删除陆青禾的评论' }))
  const dialog = await screen.findByRole('dialog', { name: '删除“陆青禾”的评论？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  expect(await screen.findByText('没有被举报的评论')).toBeTruthy()
  expect(fetch.of('POST /v1/review/comment').map(({ body }) => body)).toEqual([
    { id: 31, decision: 'keep' },
    { id: 32, decision: 'remove' },
  ])
})

it('shows open feedback, marks it as solved, and lists solved feedback', async () => {
  const { fetch } = openReview('/review?tab=feedback', { 'POST /v1/review/feedback': { code: 200, data: null } })
  expect(await screen.findByText('举报假证书')).toBeTruthy()
  expect(screen.getByText('访客')).toBeTruthy()
  expect(screen.getByRole('link', { name: '已解决' }).getAttribute('href')).toBe('/review?tab=feedback&status=1')
  fireEvent.click(screen.getByRole('button', { name: '标为已解决：假证书' }))
  expect(await screen.findByText('没有未解决的反馈')).toBeTruthy()
  expect(fetch.of('POST /v1/review/feedback')[0]?.body).toEqual({ id: 'f1', status: 1 })
  expect(fetch.of('GET /v1/review/feedback')[0]?.query.get('status')).toBe('0')
})

it('answers feedback by e-mail, and explains the case without e-mail', async () => {
  const ANSWER = 'POST /v1/review/feedback/answer'
  const answered = { id: 'a1', content: '已查明', nickname: '叶疏桐', delivery: 'notice', createTime: 0 }
  const asked = {
    ...feedbackItem,
    id: 'f2',
    type: 1,
    title: '营业时间',
    email: 'buyer@example.com',
    answers: [answered],
  }
  const { fetch } = openReview('/review?tab=feedback', {
    'GET /v1/review/feedback': { code: 200, data: { records: [asked], pages: 1 }, extra: { sendsMail: false } },
    [ANSWER]: { code: 200, data: { delivery: 'none' } },
  })
  expect(await screen.findByText('已作为系统通知送达')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '补充答复：营业时间' }))
  expect(screen.getByRole('link', { name: 'buyer@example.com' }).getAttribute('href')).toBe('mailto:buyer@example.com')
  fireEvent.click(screen.getByRole('button', { name: '保存答复' }))
  expect(screen.getByText('请填写答复内容')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('答复'), { target: { value: ' 周末休息 ' } })
  fireEvent.click(screen.getByRole('button', { name: '保存答复' }))
  expect(await screen.findByText('答复已保存，但没有发送')).toBeTruthy()
  expect(screen.getByText('未发送')).toBeTruthy()
  expect(fetch.of(ANSWER).map(({ body }) => body)).toEqual([{ id: 'f2', content: '周末休息' }])
})

it('publishes an article in another category', async () => {
  const { fetch } = openReview('/review?article=12', {
    'GET /v1/review/article': {
      code: 200,
      data: { ...waiting, categoryId: 33, isPublish: 2, content: '<p>见下。</p>' },
    },
    'GET /v1/category/': {
      code: 200,
      data: [
        { id: 32, name: '新闻资讯' },
        { id: 33, name: '研究' },
      ],
    },
    'POST /v1/review/article': { code: 200, data: null },
  })
  const choice = await screen.findByLabelText<HTMLSelectElement>('分类')
  expect(choice.value).toBe('33')
  fireEvent.change(choice, { target: { value: '32' } })
  fireEvent.click(screen.getByRole('button', { name: '发布' }))
  await waitFor(() => expect(fetch.of('POST /v1/review/article')).toHaveLength(1))
  expect(fetch.of('POST /v1/review/article')[0]?.body).toEqual({ id: 12, decision: 'publish', categoryId: 32 })
})

it('enlarges pictures of a report on a click', async () => {
  const pictures = ['a.webp', 'b.jpg']
  openReview('/review?tab=feedback', { 'GET /v1/review/feedback': makeRows([{ ...feedbackItem, pictures }]) })
  const small = await screen.findByRole<HTMLImageElement>('img', { name: '放大查看：假证书，图片 2' })
  expect(small.getAttribute('src')).toBe('/v1/review/reportPicture/b.jpg')
  fireEvent.click(small)
  const dialog = screen.getByRole('dialog', { name: '假证书，图片 2' })
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/v1/review/reportPicture/b.jpg')
  fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
