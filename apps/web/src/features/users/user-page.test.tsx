import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, type Asked, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { UserPage, userLoader, userMeta } from './user-page.tsx'

const ARTICLES = 'GET /v1/article/selectArticleByUserId'
const FAVOURITES = 'GET /v1/collect/'
const COMMENTS = 'GET /v1/comment/getMyComment'
const FOLLOWS = 'GET /v1/followed/'
const SESSIONS = 'GET /v1/user/sessions'
const SECURITY = 'GET /v1/user/security'
const BLOCKED = 'GET /v1/im/block'
const KEPT = 'GET /v1/certificate/saved'
const INFO = 'GET /v1/user/info'
const COUNT = 'GET /v1/user/getUserCount'
const TODAY = 'GET /v1/sign/validateTodayIsSign'
const RECORDS = 'GET /v1/sign/getSignRecords'

const me = { id: 'a'.repeat(32), nickname: '林知微' }
const other = { id: 'b'.repeat(32), nickname: '周观澜', intro: '收石头的人', registerTime: '2026-03-01 08:00:00' }
const makeMemberAnswers = (user: object = me) => ({
  'GET /bff/session': { code: 200, data: { user, expiresAt: null } },
})

const none = { records: [], pages: 0 }
let member = 0
/** Answers to all calls of the member's own page. Each test has its own account, because the page caches its data. */
function makeOwnAnswers(more: Answers = {}): Answers {
  member += 1
  const user = { ...me, id: String(member).padStart(32, '0') }
  return {
    ...makeMemberAnswers(user),
    [INFO]: good(INFO, {
      ...user,
      intro: '喜欢玉石与矿物标本',
      email: 'zhiwei@example.test',
      webSite: 'https://example.cn',
    }),
    [COUNT]: good(COUNT, null, { articleCount: 12, collectCount: 86, followedCount: 24 }),
    [TODAY]: good(TODAY, null),
    [RECORDS]: good(RECORDS, []),
    [ARTICLES]: good(ARTICLES, none),
    [FAVOURITES]: good(FAVOURITES, none),
    [COMMENTS]: good(COMMENTS, none),
    [FOLLOWS]: good(FOLLOWS, none),
    [SESSIONS]: good(SESSIONS, []),
    [BLOCKED]: good(BLOCKED, []),
    [KEPT]: good(KEPT, [], { total: 0, hasMore: false, isMailed: true, news: [], otherShares: [] }),
    [SECURITY]: good(SECURITY, { hasPassword: true, email: 'zhiwei@example.test', isStaff: false }),
    ...more,
  }
}

/** Stands for the component by which the app wraps the sessions. */
const Security = ({ children }: { children: ReactNode }) => children

const pages = [
  {
    path: '/user',
    loader: userLoader,
    element: <UserPage security={Security} certificates={() => null} />,
    errorElement: <h1>没有这一页</h1>,
    handle: { meta: userMeta },
  },
  ...makePlainPages('/im', '/newposts', '/contact-us', '/article/:id'),
]
const open = (path: string, makeAnswers: Answers) => openPage(path, pages, makeAnswers)
const openOwn = async (makeAnswers: Answers = {}, path = '/user') => {
  const page = open(path, makeOwnAnswers(makeAnswers))
  await screen.findByRole('heading', { level: 1, name: '林知微' })
  return page
}
const getRow = (name: string | RegExp) => within(screen.getByText(name).closest('li') as HTMLElement)

describe('a visitor', () => {
  it('sees a login button, and no request is made', async () => {
    const { fetch } = open('/user', {})
    fireEvent.click(await within(await screen.findByRole('main')).findByRole('button', { name: '登录' }))
    expect(useDialogs.getState().open).toBe('login')
    expect(screen.getByRole('heading', { level: 1, name: '个人主页' })).toBeTruthy()
    expect([...new Set(fetch.asked.map(({ key }) => key))].sort()).toEqual(['GET /bff/session', 'GET /v1/webSiteInfo'])
  })

  it('sees the user’s name in the title, and search engines are excluded', async () => {
    open('/user', {})
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.title).toContain('个人主页'))
    const data = { tab: 'articles', person: null, counts: null, readAs: null } as const
    expect(userMeta(data, { params: {}, query: new URLSearchParams() })).toEqual({ title: '个人主页', isHidden: true })
  })
})

describe('the own page of a member', () => {
  it('shows name, introduction, site and counts, and links to writing and feedback', async () => {
    await openOwn()
    expect(await screen.findByText('喜欢玉石与矿物标本')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'example.cn' }).getAttribute('href')).toBe('https://example.cn')
    const page = within(screen.getByRole('main'))
    // Searches outside the footer, which may show the same number.
    for (const number of ['12', '86', '24']) expect(await page.findByText(number)).toBeTruthy()
    expect(page.getByRole('link', { name: '写文章' }).getAttribute('href')).toBe('/newposts')
    expect(page.getByRole('link', { name: '意见反馈' }).getAttribute('href')).toBe('/contact-us')
  })

  it('has an address for each tab, and marks the current one', async () => {
    await openOwn({}, '/user?tab=follows')
    const tabs = within(screen.getByRole('navigation', { name: '个人主页' }))
    expect(tabs.getAllByRole('link').map((link: HTMLElement) => link.getAttribute('href'))).toEqual([
      '/user',
      '/user?tab=favourites',
      '/user?tab=certificates',
      '/my-orders',
      '/user?tab=comments',
      '/user?tab=follows',
      '/user?tab=security',
      '/user?tab=blocked',
    ])
    expect(tabs.getByRole('link', { name: '关注' }).getAttribute('aria-current')).toBe('page')
  })

  it('leaves out tabs whose call upstream lacks', async () => {
    await openOwn({ [FOLLOWS]: bad(404, '没有这个接口'), [SECURITY]: bad(404, '没有这个接口') })
    await waitFor(() => expect(screen.queryByRole('link', { name: '关注' })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('link', { name: '账号与安全' })).toBeNull())
    expect(screen.queryByText('没有这个接口')).toBeNull()
  })

  it('shows a failed part, keeps the others, and retries', async () => {
    const makeAnswers = [bad(502, '上游不可用')]
    await openOwn({ [ARTICLES]: () => makeAnswers.shift() ?? good(ARTICLES, none) })
    expect(await screen.findByText('这一部分暂时没有取到')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(await screen.findByText('暂无数据')).toBeTruthy()
  })
})

const makeArticle = (id: number, isPublish: number, title = `第 ${id} 篇`) => ({ id, title, isPublish, quantity: 5 })

describe('a session that ends while the profile is being edited', () => {
  const EXPIRED = bad(401, '当前会话已过期，请重新登录')
  const SAVE = 'PUT /v1/user/'

  async function saveWhenItIsOver(makeAnswers: Answers) {
    const page = await openOwn(makeAnswers)
    await waitFor(() => expect(useSession.getState().status).toBe('ready'))
    await waitFor(() => fireEvent.click(screen.getByRole('button', { name: '编辑资料' })))
    const edit = within(await screen.findByRole('dialog', { name: '编辑资料' }))
    fireEvent.change(edit.getByLabelText('个人简介'), { target: { value: '写了很久的简介' } })
    fireEvent.click(edit.getByRole('button', { name: '保存' }))
    return { ...page, login: within(await screen.findByRole('dialog', { name: '账号密码登录' })) }
  }
  const getIntro = () => screen.getByLabelText<HTMLTextAreaElement>('个人简介').value

  it('keeps the dialog open during the login, and saves afterwards', async () => {
    const makeAnswers = [EXPIRED, good(SAVE, '修改信息成功')]
    const { fetch, login } = await saveWhenItIsOver({
      [SAVE]: () => makeAnswers.shift() ?? EXPIRED,
      'POST /oauth/emailLogin': () => ({
        code: 200,
        data: { ...me, id: String(member).padStart(32, '0'), token: 't'.repeat(20) },
      }),
    })
    expect([useSession.getState().user, getIntro()]).toEqual([null, '写了很久的简介'])
    fireEvent.change(login.getByLabelText('账号'), { target: { value: 'zhiwei' } })
    fireEvent.change(login.getByLabelText('密码'), { target: { value: 'secret' } })
    fireEvent.click(login.getByRole('button', { name: '登录' }))
    expect(await screen.findByText('资料已保存')).toBeTruthy()
    expect(fetch.of(SAVE).map(({ body }) => body)).toEqual(Array(2).fill({ intro: '写了很久的简介' }))
  })

  it('keeps the dialog open when the login is cancelled', async () => {
    const { login } = await saveWhenItIsOver({ [SAVE]: EXPIRED })
    fireEvent.click(login.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(useDialogs.getState().open).toBeNull())
    expect(getIntro()).toBe('写了很久的简介')
  })
})

describe('articles of the member', () => {
  it('show their state, and link to the editor until they are published', async () => {
    const records = [makeArticle(1, 1), makeArticle(2, 2), makeArticle(3, 3), makeArticle(4, 0)]
    await openOwn({ [ARTICLES]: good(ARTICLES, { records, pages: 1 }) })
    await screen.findByText('第 1 篇')
    const states = [1, 2, 3, 4].map((id) => getRow(`第 ${id} 篇`).getByText(/已发布|审核中|草稿|已下架/).textContent)
    expect(states).toEqual(['已发布', '审核中', '草稿', '已下架'])
    const getTarget = (id: number) => screen.getByRole('link', { name: `第 ${id} 篇` }).getAttribute('href')
    expect([getTarget(1), getTarget(3)]).toEqual(['/article/1', '/newposts?id=3'])
    expect(screen.getByRole('link', { name: '编辑“第 1 篇”' }).getAttribute('href')).toBe('/newposts?id=1')
  })

  it('are deleted after a confirmation that focuses the cancel button', async () => {
    const { fetch } = await openOwn({
      [ARTICLES]: good(ARTICLES, { records: [makeArticle(1, 1), makeArticle(2, 3)], pages: 1 }),
      'DELETE /v1/article/': good('DELETE /v1/article/', null),
    })
    fireEvent.click(await screen.findByRole('button', { name: '删除“第 2 篇”' }))
    const dialog = within(screen.getByRole('dialog', { name: '删除“第 2 篇”？' }))
    expect(dialog.getAllByRole('button')[0]?.textContent).toBe('取消')
    fireEvent.click(dialog.getByRole('button', { name: '删除文章' }))
    expect(await screen.findByText('文章已删除')).toBeTruthy()
    expect(fetch.of('DELETE /v1/article/')[0]?.query.get('id')).toBe('2')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([screen.queryByText('第 2 篇'), screen.queryByText('第 1 篇')?.textContent]).toEqual([null, '第 1 篇'])
  })

  it('stay, with the confirmation, when the deletion is refused', async () => {
    await openOwn({
      [ARTICLES]: good(ARTICLES, { records: [makeArticle(1, 1)], pages: 1 }),
      'DELETE /v1/article/': bad(500, '系统繁忙，请稍后重试'),
    })
    fireEvent.click(await screen.findByRole('button', { name: '删除“第 1 篇”' }))
    fireEvent.click(screen.getByRole('button', { name: '删除文章' }))
    expect(await screen.findByText('系统繁忙，请稍后重试')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.getByText('第 1 篇')).toBeTruthy()
  })

  it('load page by page without gaps or repetitions after a deletion', async () => {
    const all = Array.from({ length: 12 }, (_none, index) => makeArticle(index + 1, 1))
    const answer = ({ query }: Asked) => {
      const from = (Number(query.get('pageNo')) - 1) * 10
      return good(ARTICLES, { records: all.slice(from, from + 10), pages: Math.ceil(all.length / 10) })
    }
    await openOwn({
      [ARTICLES]: answer,
      'DELETE /v1/article/': ({ query }: Asked) => {
        all.splice(
          all.findIndex(({ id }) => id === Number(query.get('id'))),
          1,
        )
        return good('DELETE /v1/article/', null)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '删除“第 3 篇”' }))
    fireEvent.click(screen.getByRole('button', { name: '删除文章' }))
    await screen.findByText('文章已删除')
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }))
    await screen.findByText('第 11 篇')
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }))
    await screen.findByText('第 12 篇')
    expect(within(screen.getByRole('list', { name: '我的文章' })).getAllByRole('listitem')).toHaveLength(11)
    expect(screen.getByText('没有更多了')).toBeTruthy()
  })
})

it('removes a favourite, and lets it be restored', async () => {
  const { fetch } = await openOwn(
    {
      [FAVOURITES]: good(FAVOURITES, { records: [{ id: 7, title: '翡翠贸易名称' }], pages: 1 }),
      'DELETE /v1/collect/': good('DELETE /v1/collect/', null),
      'GET /v1/collect/collect': good('GET /v1/collect/collect', null),
    },
    '/user?tab=favourites',
  )
  fireEvent.click(await screen.findByRole('button', { name: '取消收藏“翡翠贸易名称”' }))
  fireEvent.click(await screen.findByRole('button', { name: '重新收藏“翡翠贸易名称”' }))
  await screen.findByRole('button', { name: '取消收藏“翡翠贸易名称”' })
  expect(fetch.of('DELETE /v1/collect/')[0]?.query.get('articleId')).toBe('7')
  expect(fetch.of('GET /v1/collect/collect')).toHaveLength(1)
})

it('links from a comment to the comments of its article', async () => {
  const records = [
    { id: 7, title: '翡翠贸易名称', categoryId: 32, commentContent: '请问<img src="/e.png" alt="问">', createTime: 2 },
    { id: 7, title: '翡翠贸易名称', categoryId: 32, commentId: 31, commentContent: '再问一句', createTime: 1 },
  ]
  await openOwn({ [COMMENTS]: good(COMMENTS, { records, pages: 1 }) }, '/user?tab=comments')
  expect(await screen.findByText('再问一句')).toBeTruthy()
  const links = screen.getAllByRole('link', { name: '翡翠贸易名称' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/news-article/7#comments',
    '/news-article/7#comment-31',
  ])
})

it('unfollows and follows again in the list', async () => {
  const { fetch } = await openOwn(
    {
      [FOLLOWS]: good(FOLLOWS, { records: [other], pages: 1 }),
      'DELETE /v1/followed/deleteFollowed': good('DELETE /v1/followed/deleteFollowed', null),
    },
    '/user?tab=follows',
  )
  fireEvent.click(await screen.findByRole('button', { name: '取消关注周观澜' }))
  await screen.findByRole('button', { name: '关注周观澜' })
  expect(fetch.of('DELETE /v1/followed/deleteFollowed')[0]?.query.get('userId')).toBe(other.id)
  expect(screen.getByRole('link', { name: '周观澜' }).getAttribute('href')).toBe(`/user?userId=${other.id}`)
})

const devices = [
  { id: 's1', device: 'Chrome · Windows', createTime: '2026-11-21 09:00:00', isCurrent: true },
  { id: 's2', device: 'Safari · iOS', createTime: '2026-11-20 09:00:00', isCurrent: false },
]

describe('sessions of the member', () => {
  it('can be ended one by one', async () => {
    const { fetch } = await openOwn(
      { [SESSIONS]: good(SESSIONS, devices), 'DELETE /v1/user/sessions': good('DELETE /v1/user/sessions', null) },
      '/user?tab=security',
    )
    expect(await screen.findByText('当前设备')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '退出此设备：Safari · iOS' }))
    expect(await screen.findByText('已退出该设备')).toBeTruthy()
    expect(fetch.of('DELETE /v1/user/sessions')[0]?.query.get('id')).toBe('s2')
    expect(screen.queryByText('Safari · iOS')).toBeNull()
  })

  it('end the current session with the logout call', async () => {
    const { fetch } = await openOwn(
      { [SESSIONS]: good(SESSIONS, devices), 'GET /logout': good('GET /logout', '退出成功') },
      '/user?tab=security',
    )
    fireEvent.click(await screen.findByRole('button', { name: '退出此设备：Chrome · Windows' }))
    expect(await screen.findByText('退出成功')).toBeTruthy()
    expect(fetch.of('GET /logout')).toHaveLength(1)
    expect(await screen.findByRole('heading', { level: 1, name: '个人主页' })).toBeTruthy()
  })

  it('can all be ended except the current one, after a confirmation', async () => {
    const { fetch } = await openOwn(
      { [SESSIONS]: good(SESSIONS, devices), 'DELETE /v1/user/sessions': good('DELETE /v1/user/sessions', null) },
      '/user?tab=security',
    )
    fireEvent.click(await screen.findByRole('button', { name: '退出其他设备' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '退出其他设备' }))
    expect(await screen.findByText('其他设备已退出')).toBeTruthy()
    expect(fetch.of('DELETE /v1/user/sessions')[0]?.query.get('others')).toBe('true')
    expect(screen.queryByText('Safari · iOS')).toBeNull()
    expect(screen.getByText('当前设备')).toBeTruthy()
  })

  it('can all be ended, after a confirmation', async () => {
    const { fetch } = await openOwn(
      { [SESSIONS]: good(SESSIONS, devices), 'DELETE /v1/user/sessions': good('DELETE /v1/user/sessions', null) },
      '/user?tab=security',
    )
    fireEvent.click(await screen.findByRole('button', { name: '全部退出' }))
    const dialog = within(screen.getByRole('dialog', { name: '退出全部设备？' }))
    fireEvent.click(dialog.getByRole('button', { name: '全部退出' }))
    expect(await screen.findByText('已退出全部设备')).toBeTruthy()
    expect(fetch.of('DELETE /v1/user/sessions')[0]?.query.get('id')).toBeNull()
    expect(useSession.getState().user).toBeNull()
  })
})

describe('the daily sign-in', () => {
  it('works once a day, and is shown in the month', async () => {
    let isSigned = false
    const { fetch } = await openOwn({
      [TODAY]: () => good(TODAY, isSigned ? { id: '1', userId: me.id, createTime: '2026-11-21' } : null),
      'GET /v1/sign/': () => {
        isSigned = true
        return good('GET /v1/sign/', null)
      },
    })
    expect(await screen.findByRole('img', { name: '本月尚未签到' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '签到' }))
    expect(await screen.findByText('签到成功')).toBeTruthy()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '今日已签到' })).disabled).toBe(true)
    expect(screen.getByRole('img', { name: /^本月已签到的日期：\d+日$/ })).toBeTruthy()
    expect(fetch.of('GET /v1/sign/')[0]?.query.get('time')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('is left out when upstream lacks it', async () => {
    await openOwn({ [TODAY]: bad(404, '没有这个接口'), [RECORDS]: bad(404, '没有这个接口') })
    await screen.findByText('暂无数据')
    expect(screen.queryByText('每日签到')).toBeNull()
  })
})

describe('the page of another user', () => {
  const makeAnswers = (more: Answers = {}): Answers => ({
    [INFO]: good(INFO, { ...other, id: '42', isFollowed: false }),
    [COUNT]: good(COUNT, null, { articleCount: 3, collectCount: 0, followedCount: 1 }),
    ...more,
  })
  const address = `/user?userId=${other.id}`

  it('shows profile and articles to a visitor, and requires a login for actions', async () => {
    const { fetch } = open(address, {
      ...makeAnswers(),
      [ARTICLES]: good(ARTICLES, { records: [{ id: 9, title: '绿松石的结构' }], pages: 1 }),
    })
    expect(await screen.findByRole('heading', { level: 1, name: '周观澜' })).toBeTruthy()
    await waitFor(() => expect(document.title).toContain('周观澜'))
    expect(fetch.of(INFO)[0]?.query.get('userId')).toBe(other.id)
    expect(await screen.findByRole('link', { name: '绿松石的结构' })).toBeTruthy()
    fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: '私信' }))
    expect(useDialogs.getState().open).toBe('login')
  })

  it('lets a member follow, and links to a private message', async () => {
    const { fetch, router } = open(address, {
      ...makeAnswers(makeMemberAnswers()),
      [ARTICLES]: good(ARTICLES, { records: [{ id: 9, title: '绿松石的结构' }], pages: 1 }),
      'POST /v1/followed/insertFollowed': good('POST /v1/followed/insertFollowed', null),
    })
    expect(await screen.findByRole('link', { name: '绿松石的结构' })).toBeTruthy()
    expect(fetch.of(ARTICLES)[0]?.query.get('userId')).toBe(other.id)
    fireEvent.click(screen.getByRole('button', { name: '关注' }))
    expect(await screen.findByRole('button', { name: '已关注' })).toBeTruthy()
    // The id is that of the account, not the row number that some upstreams return.
    expect(fetch.of('POST /v1/followed/insertFollowed')[0]?.query.get('userId')).toBe(other.id)
    fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: '私信' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/im'))
    expect(router.state.location.search).toBe(`?userId=${other.id}`)
  })

  it('shows the public page also to its own user', async () => {
    open(address, { ...makeAnswers(makeMemberAnswers(other)), [ARTICLES]: good(ARTICLES, none) })
    expect(await screen.findByRole('link', { name: '管理我的主页' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '关注' })).toBeNull()
  })

  it.each([
    ['an unknown id', { [INFO]: good(INFO, null) }, address],
    ['an id that cannot be one', {}, '/user?userId=../x'],
  ] as const)('does not exist for %s', async (_label, more, path) => {
    const { router } = open(path, makeAnswers(more))
    await waitFor(() => expect(Object.values(router.state.errors ?? {})).toHaveLength(1))
    expect(Object.values(router.state.errors ?? {})[0]).toMatchObject({ status: 404 })
  })
})

describe('blocking', () => {
  const COUNTS = { [COUNT]: good(COUNT, null, { articleCount: 0, collectCount: 0, followedCount: 0 }) }
  const at = `/user?userId=${other.id}`

  it('requires a confirmation, and can be undone in place', async () => {
    const more = { ...COUNTS, [INFO]: good(INFO, other), 'POST /v1/im/block': good('POST /v1/im/block', null) }
    const { fetch } = open(at, makeOwnAnswers({ ...more, 'DELETE /v1/im/block': good('DELETE /v1/im/block', null) }))
    fireEvent.click(await screen.findByRole('button', { name: '屏蔽此人' }))
    const dialog = within(await screen.findByRole('dialog', { name: '屏蔽“周观澜”？' }))
    expect(dialog.getByText(/不能互发私信/)).toBeTruthy()
    expect(fetch.of('POST /v1/im/block')).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: '屏蔽此人' }))
    const undo = await screen.findByRole('button', { name: '解除屏蔽' })
    expect(fetch.of('POST /v1/im/block').map(({ query }) => query.get('userId'))).toEqual([other.id])
    expect(screen.queryByRole('button', { name: '关注' })).toBeNull()
    fireEvent.click(undo)
    expect(await screen.findByRole('button', { name: '关注' })).toBeTruthy()
    expect(fetch.of('DELETE /v1/im/block')).toHaveLength(1)
  })

  it('is hidden from visitors, and when upstream lacks it', async () => {
    open(at, makeOwnAnswers({ ...COUNTS, [INFO]: good(INFO, other), [BLOCKED]: bad(404, '没有这个接口') }))
    await screen.findByRole('button', { name: '关注' })
    expect(screen.queryByRole('button', { name: '屏蔽此人' })).toBeNull()
  })

  it('lists blocked users with a button to unblock', async () => {
    const listed = good(BLOCKED, [{ id: other.id, nickname: other.nickname, avatar: '' }])
    const unblocked = good('DELETE /v1/im/block', null)
    open('/user?tab=blocked', makeOwnAnswers({ [BLOCKED]: listed, 'DELETE /v1/im/block': unblocked }))
    const list = within(await screen.findByRole('list', { name: '屏蔽名单' }))
    fireEvent.click(list.getByRole('button', { name: '解除对周观澜的屏蔽' }))
    expect(await screen.findByText(/没有屏蔽任何人/)).toBeTruthy()
  })
})
