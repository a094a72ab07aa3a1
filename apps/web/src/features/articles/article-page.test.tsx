import { WIRE_TEXT } from '@portal/contract/errors.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { ArticlePage, articleLoader, articleMeta } from './article-page.tsx'

const page = { Component: ArticlePage, loader: articleLoader, ErrorBoundary: ErrorPage, handle: { meta: articleMeta } }
const pages = [
  { ...page, path: '/article/:articleId' },
  { ...page, path: '/news-article/:articleId' },
]

const article = {
  id: 25,
  title: '绿松石优化处理的红外光谱鉴别要点',
  content: `<p>${'石'.repeat(700)}</p><h2 id="s-1">样品与条件</h2><p>…</p><h3 id="s-2">检出</h3><p>…</p>`,
  category: { id: 33, name: '研究' },
  nickname: '周观澜',
  createTime: 1_793_322_000_000,
  quantity: 1286,
  likeCount: 72,
  isLike: false,
  readType: 0,
  activeReadType: false,
  tagList: [{ id: 4, name: '绿松石' }],
}
const user = { id: 'a1', nickname: '林知微' } as UserInfo

const openArticle = (changes: object = {}, answers: Answers = {}) =>
  openPage('/article/25', pages, {
    'GET /v1/article/info': { code: 200, data: { ...article, ...changes } },
    'GET /bff/session': new Promise<never>(() => {}),
    ...answers,
  })

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

it('shows author, date, reads and length of an article', async () => {
  openArticle()
  const heading = await screen.findByRole('heading', { level: 1, name: article.title })
  const header = heading.closest('header')
  expect(header?.textContent).toContain('周观澜2026-10-30阅读 1,286约 710 字，读 2 分钟')
  expect(screen.getByRole('link', { name: '绿松石' }).getAttribute('href')).toBe('/tags?categoryId=33&tagId=4')
  expect(
    within(screen.getByRole('navigation', { name: '当前位置' }))
      .getByText('研究')
      .getAttribute('href'),
  ).toBe('/tags?categoryId=33')
})

it('links to each heading of the article', async () => {
  openArticle()
  const [outline] = await screen.findAllByRole('navigation', { name: '目录' })
  const links = outline ? within(outline).getAllByRole('link') : []
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/article/25#s-1', '/article/25#s-2'])
})

it('shows the not-found page for a missing article', async () => {
  openArticle({}, { 'GET /v1/article/info': bad(500, '抱歉，文章不存在') })
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
})

it.each(['/article/0', '/article/0X19', '/article/2_5', '/article/1234567890123456', `/article/${'a'.repeat(61)}`])(
  'does not request %s, which no article can have',
  async (path) => {
    const { fetch } = openPage(path, pages)
    expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
    expect(fetch.asked.filter(({ key }) => key.startsWith('GET /v1/article'))).toEqual([])
  },
)

it('is found by its slug', async () => {
  const { fetch, router } = openPage('/article/turquoise-ir', pages, {
    'GET /v1/article/slug': { code: 200, data: { id: 25 } },
    'GET /v1/article/info': { code: 200, data: { ...article, slug: 'turquoise-ir' } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: article.title })).toBeTruthy()
  expect(fetch.of('GET /v1/article/slug').map(({ query }) => query.get('slug'))).toEqual(['turquoise-ir'])
  expect(fetch.of('GET /v1/article/info').map(({ query }) => query.get('id'))).toEqual(['25'])
  const loaded = Object.values(router.state.loaderData).find((one) => one?.article)
  expect(loaded.article.path).toBe('/article/turquoise-ir')
})

it.each(['/article/25', '/news-article/25'])('leads from %s to its slug, and keeps the query', async (path) => {
  const { router } = openPage(`${path}?comments=2`, pages, {
    'GET /v1/article/slug': { code: 200, data: { id: 25 } },
    'GET /v1/article/info': { code: 200, data: { ...article, slug: 'turquoise-ir' } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: article.title })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: '/article/turquoise-ir', search: '?comments=2' })
})

it.each([
  ['is not published', { slug: 'turquoise-ir', isPublish: 3 }],
  ['has a slug of a broken upstream, which is a number', { slug: '25' }],
])('stays at its number when it %s', async (_case, changes) => {
  const { router } = openArticle(changes)
  expect(await screen.findByRole('heading', { level: 1, name: article.title })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/article/25')
})

it.each([
  ['no article has the slug', { code: 200, data: null }],
  [
    'upstream lacks slugs',
    new Response('{"code":404,"message":"没有这个接口","data":null,"extra":{}}', { status: 404 }),
  ],
])('shows the not-found page when %s', async (_case, answer) => {
  openPage('/article/no-such-one', pages, { 'GET /v1/article/slug': answer })
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
})

it('shows an error, not the not-found page, when the service fails', async () => {
  openArticle({}, { 'GET /v1/article/info': bad(500, '系统繁忙') })
  expect(await screen.findByText('系统繁忙')).toBeTruthy()
})

it('counts a like at once, and removes it again', async () => {
  const { fetch } = openArticle({}, { 'GET /v1/article/like': { code: 200, data: null } })
  fireEvent.click(await screen.findByRole('button', { name: '点赞 72' }))
  const liked = await screen.findByRole('button', { name: '已赞 73' })
  expect(liked.getAttribute('aria-pressed')).toBe('true')
  expect(fetch.of('GET /v1/article/like')[0]?.query.get('articleId')).toBe('25')
  fireEvent.click(liked)
  expect(await screen.findByRole('button', { name: '点赞 72' })).toBeTruthy()
})

it('adds an article to the favourites and removes it', async () => {
  const { fetch } = openArticle(
    { collectCount: 6, isCollect: 0 },
    {
      'GET /v1/collect/collect': { code: 200, data: null },
      'DELETE /v1/collect/': { code: 200, data: null },
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: '收藏 6' }))
  const favourite = await screen.findByRole('button', { name: '已收藏 7' })
  expect(favourite.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(favourite)
  expect(await screen.findByRole('button', { name: '收藏 6' })).toBeTruthy()
  expect(fetch.of('DELETE /v1/collect/')[0]?.query.get('articleId')).toBe('25')
})

it('requires a login from a visitor before a like', async () => {
  openArticle({}, { 'GET /v1/article/like': bad(401, '当前会话已过期，请重新登录') })
  fireEvent.click(await screen.findByRole('button', { name: '点赞 72' }))
  await waitFor(() => expect(useDialogs.getState().open).toBe('login'))
  expect(screen.getByRole('button', { name: '点赞 72', hidden: true })).toBeTruthy()
})

it('shows the like of a user whose session is loaded later, with one request', async () => {
  let isKnown = false
  const { fetch } = openArticle(
    {},
    { 'GET /v1/article/info': () => ({ code: 200, data: { ...article, isLike: isKnown } }) },
  )
  await screen.findByRole('button', { name: '点赞 72' })
  isKnown = true
  act(() => setUser(user))
  expect(await screen.findByRole('button', { name: '已赞 72' })).toBeTruthy()
  expect(fetch.of('GET /v1/article/info')).toHaveLength(2)
})

it('shares the article by link, QR code and Weibo', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  openArticle()
  fireEvent.click((await screen.findAllByRole('button', { name: '分享' }))[0] as HTMLElement)
  expect((await screen.findByRole('img', { name: '本页二维码' })).querySelector('path')?.getAttribute('d')).toContain(
    'M',
  )
  const weibo = screen.getByRole('link', { name: '分享到微博' })
  const address = new URL(weibo.getAttribute('href') ?? '')
  expect(address.origin + address.pathname).toBe('https://service.weibo.com/share/share.php')
  expect(address.searchParams.get('title')).toBe(article.title)
  expect(weibo.getAttribute('target')).toBe('_blank')
  fireEvent.click(screen.getByRole('button', { name: '复制链接' }))
  expect(await screen.findByText('已复制链接')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^http:\/\/localhost/))
})

it('redirects to an article on another site', async () => {
  openArticle({ isLinkFlag: 1, linkUrl: 'https://openstd.samr.gov.cn/', summary: '标准查阅入口。' })
  const link = await screen.findByRole('link', { name: '前往原文' })
  expect(link.getAttribute('href')).toBe('https://openstd.samr.gov.cn/')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByText('标准查阅入口。')).toBeTruthy()
  expect(screen.queryByText('样品与条件')).toBeNull()
})

it('shows the source of a repost', async () => {
  openArticle({ isOriginal: 0, originalUrl: 'https://a.example/1' })
  expect((await screen.findByRole('link', { name: 'https://a.example/1' })).getAttribute('rel')).toContain('noopener')
})

it.each([
  [1, '评论后可读'],
  [2, '点赞后可读'],
  [3, '关注公众号获取验证码'],
])('explains how to unlock the text (read type %s)', async (readType, title) => {
  openArticle({ readType })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: '目录' })).toBeNull()
})

it('shows the whole text after the code of the official account', async () => {
  let isOpen = false
  openArticle(
    {},
    {
      'GET /v1/article/info': () => ({ code: 200, data: { ...article, readType: 3, activeReadType: isOpen } }),
      'GET /v1/article/checkCode': ({ query }: Asked) => {
        isOpen = query.get('code') === '123456'
        return isOpen ? { code: 200, data: '验证成功' } : bad(500, '验证码不正确或已过期，请重新输入')
      },
    },
  )
  const field = await screen.findByLabelText('验证码')
  const form = field.closest('form') as HTMLFormElement
  fireEvent.submit(form)
  expect(await screen.findByText('请输入验证码')).toBeTruthy()
  fireEvent.change(field, { target: { value: '000000' } })
  fireEvent.submit(form)
  expect(await screen.findByText('验证码不正确或已过期，请重新输入')).toBeTruthy()
  fireEvent.change(field, { target: { value: ' 123456 ' } })
  fireEvent.submit(form)
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  expect(screen.getByText('验证成功')).toBeTruthy()
})

it('shows the whole text after a reload when the reader has passed the code gate', async () => {
  let isFirst = true
  const loader = async (args: Parameters<typeof articleLoader>[0]) => {
    // The page as rendered on the server, without a user.
    const isFromServer = isFirst
    isFirst = false
    return { ...(await articleLoader(args)), isFromServer }
  }
  let asked = 0
  openPage('/article/25', [{ ...page, path: '/article/:articleId', loader }], {
    'GET /bff/session': new Promise<never>(() => {}),
    'GET /v1/article/info': () => {
      asked += 1
      return { code: 200, data: { ...article, readType: 3, activeReadType: asked > 1 } }
    },
  })
  await screen.findByRole('heading', { level: 1, name: article.title })
  await waitFor(() => expect(screen.queryByRole('heading', { name: '关注公众号获取验证码' })).toBeNull())
  expect(await screen.findByRole('heading', { name: '样品与条件' })).toBeTruthy()
})

it('links to the neighbouring and related articles', async () => {
  const extra = {
    previous: { id: 24, title: '前一篇', categoryId: 33 },
    next: { id: 26, title: '后一篇', categoryId: '32' },
    related: [
      { id: 24, title: '前一篇', categoryId: 33 },
      { id: 9, title: '旁及一篇', categoryId: 33 },
    ],
  }
  openArticle({}, { 'GET /v1/article/info': { code: 200, data: article, extra } })
  expect((await screen.findByRole('link', { name: /上一篇/ })).getAttribute('href')).toBe('/article/24')
  expect(screen.getByRole('link', { name: /下一篇/ }).getAttribute('href')).toBe('/news-article/26')
  const related = within(screen.getByRole('region', { name: '相关文章' }))
  expect(related.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['旁及一篇'])
})

it('shows no other articles when upstream sends none', async () => {
  openArticle()
  await screen.findByRole('heading', { level: 1, name: article.title })
  expect(screen.queryByText('相关文章')).toBeNull()
  expect(screen.queryByText('上一篇')).toBeNull()
})

it('opens a figure large, and returns the focus to it', async () => {
  const content =
    '<figure><img src="/file/img/a.svg" alt="红外光谱"><figcaption>图 1　红外光谱</figcaption></figure>' +
    '<p><a href="/x"><img src="/file/img/b.svg" alt="入口"></a></p>'
  openArticle({ content })
  const image = await screen.findByRole('button', { name: '放大图片：红外光谱' })
  expect(screen.queryByRole('button', { name: '放大图片：入口' })).toBeNull()
  fireEvent.keyDown(image, { key: 'Enter' })
  const viewer = await screen.findByRole('dialog', { name: '图片：红外光谱' })
  expect(within(viewer).getByText(/^图 1.红外光谱$/)).toBeTruthy()
  fireEvent.keyDown(viewer, { key: '+' })
  expect(within(viewer).getByText('150%')).toBeTruthy()
  fireEvent.keyDown(viewer, { key: '-' })
  fireEvent.click(within(viewer).getByRole('button', { name: '放大' }))
  fireEvent.keyDown(viewer, { key: '0' })
  expect(within(viewer).getByText('100%')).toBeTruthy()
  fireEvent(viewer, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(document.activeElement).toBe(image))
})

const editor = { id: 'e1', nickname: '叶疏桐', role: 'editor' } as UserInfo
const makeUserAnswers = (member: UserInfo): Answers => ({
  'GET /bff/session': { code: 200, data: { user: member } },
  'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
})

it('lets only an editor unpublish an article, with a reason', async () => {
  const opened = openArticle({}, { ...makeUserAnswers(user) })
  await waitFor(() => expect(opened.fetch.of('GET /v1/article/info')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: '下架' })).toBeNull()

  act(() => setUser(editor))
  fireEvent.click(await screen.findByRole('button', { name: '下架' }))
  const dialog = await screen.findByRole('dialog', { name: `下架“${article.title}”？` })
  fireEvent.click(within(dialog).getByRole('button', { name: /^下架/ }))
  expect(await within(dialog).findByText('请写明下架的原因')).toBeTruthy()
  expect(opened.fetch.of('POST /v1/review/article')).toEqual([])
})

it('goes to the list of unpublished articles afterwards', async () => {
  const { fetch } = openPage('/article/25', [...pages, ...makePlainPages('/review')], {
    'GET /v1/article/info': { code: 200, data: article },
    'POST /v1/review/article': { code: 200, data: null },
    ...makeUserAnswers(editor),
  })
  fireEvent.click(await screen.findByRole('button', { name: '下架' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('原因'), { target: { value: '数据有误' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /^下架/ }))
  expect(await screen.findByText('页面 /review')).toBeTruthy()
  expect(fetch.of('POST /v1/review/article')[0]?.body).toEqual({ id: 25, decision: 'takeOff', note: '数据有误' })
})

it('hides the button when upstream has no such call', async () => {
  openArticle({}, { ...makeUserAnswers(editor), 'POST /v1/review/article': bad(404, '没有这个接口') })
  fireEvent.click(await screen.findByRole('button', { name: '下架' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('原因'), { target: { value: '数据有误' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /^下架/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '下架' })).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('marks an unpublished article and links editors to the review', async () => {
  openArticle({ isPublish: 0 }, makeUserAnswers(editor))
  expect(await screen.findByText(/文章已下架，只有作者和编辑能看到/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: '去审核页' })).getAttribute('href')).toBe('/review?article=25')
  for (const name of ['下架', /点赞/, /收藏/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('hides an unpublished article from visitors, and shows it to its author with a link to edit it', async () => {
  let isWriter = false
  const { fetch } = openArticle(
    {},
    {
      'GET /v1/article/info': () =>
        isWriter
          ? { code: 200, data: { ...article, isPublish: 3, userId: user.id } }
          : bad(500, WIRE_TEXT.articleMissing),
    },
  )
  expect(await screen.findByRole('heading', { level: 1, name: '此页未见记录' })).toBeTruthy()
  expect(fetch.of('GET /v1/article/info')).toHaveLength(1)

  isWriter = true
  act(() => setUser(user))
  expect(await screen.findByText('文章是草稿，只有作者和编辑能看到。')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: article.title })).toBeTruthy()
  expect(screen.getByRole('link', { name: '编辑文章' }).getAttribute('href')).toBe('/newposts?id=25')
  expect(screen.queryByRole('link', { name: '去审核页' })).toBeNull()
})

it('requests it once for each user who is not allowed to see it', async () => {
  const { fetch } = openArticle({}, { 'GET /v1/article/info': bad(500, WIRE_TEXT.articleMissing) })
  expect(await screen.findByRole('heading', { level: 1, name: '此页未见记录' })).toBeTruthy()
  act(() => setUser(user))
  await waitFor(() => expect(fetch.of('GET /v1/article/info')).toHaveLength(2))
  act(() => setUser({ ...user, nickname: '林知微（改）' }))
  act(() => setUser(null))
  await waitFor(() => expect(fetch.of('GET /v1/article/info')).toHaveLength(3))
  expect(screen.getByRole('heading', { level: 1, name: '此页未见记录' })).toBeTruthy()
})

it('shows the measuring panel for a gem with a table of values', async () => {
  const makeTableRow = ([name, value]: string[]) => `<tr><td>${name}</td><td>${value}</td></tr>`
  const rows = [
    ['英文名', 'Ruby'],
    ['光性', '一轴晶 −'],
    ['折射率', '1.762–1.770（+0.009/−0.005）'],
    ['密度 (g/cm³)', '4.00 ±0.05'],
    ['摩氏硬度', '9'],
    ['吸收光谱 (nm)', '694、692；620–540 吸收带'],
  ]
  const content = `<table>${rows.map(makeTableRow).join('')}</table><p>由铬致色。</p>`
  openArticle({ title: '红宝石', category: { id: 34, name: '百科' }, content })
  expect(await screen.findByRole('img', { name: '折射率 1.762–1.770，标尺 1.40–1.90' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '摩氏硬度 9，标尺 1–10' })).toBeTruthy()
  expect(screen.getByRole('img', { name: /吸收光谱.*694、692；620–540 吸收带/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: '加入对比' }).getAttribute('href')).toBe('/gem?compare=25')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('table')).toBeTruthy()
})

it('shows a plain article for a gem without such a table', async () => {
  openArticle({ title: '贵金属', category: { id: 34, name: '百科' }, content: '<p>金、银、铂、钯。</p>' })
  expect(await screen.findByRole('heading', { level: 1, name: '贵金属' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '加入对比' })).toBeNull()
})

it('describes the page in its share metadata', async () => {
  const { router } = openArticle({ category: { id: 32, name: '新闻' }, avatar: '/file/img/a.svg', summary: '要点。' })
  await screen.findByRole('heading', { level: 1 })
  const data = Object.values(router.state.loaderData).at(-1)
  expect(articleMeta(data, { params: {}, query: new URLSearchParams() })).toEqual({
    title: article.title,
    description: '要点。',
    canonical: '/news-article/25',
    crumb: [{ text: '新闻资讯', to: '/tags?categoryId=32' }, { text: article.title }],
    about: expect.objectContaining({
      title: article.title,
      path: '/news-article/25',
      coverUrl: '/file/img/a.svg',
      author: article.nickname,
      publishedAt: article.createTime,
    }),
  })
})
