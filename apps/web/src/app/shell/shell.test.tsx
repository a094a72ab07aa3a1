import { NOTICE_FADE_MS } from '@portal/contract/constants.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { defineLoader } from '#lib/api/define-loader.ts'
import { closeDialog, openDialog, useDialogs } from '#lib/dialogs.ts'
import { closeLoading, showLoading } from '#lib/loading.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const SITE = 'GET /v1/webSiteInfo'

const makeSiteAnswer = (more: object): Answers => ({ [SITE]: good(SITE, { name: '石衡珠宝玉石检测中心', ...more }) })
const member: Answers = { 'GET /bff/session': { code: 200, data: { user: { id: '7', nickname: '林知微' } } } }

async function open(
  path = '/',
  answers: Answers = {},
  pages = makePlainPages('/', '/tags', '/message', '/contact-us', '*'),
) {
  const page = openPage(path, pages, answers)
  await screen.findByRole('banner')
  return { ...page, header: within(screen.getByRole('banner')), main: screen.getByRole('main') }
}

function scrollToY(y: number) {
  vi.stubGlobal('scrollY', y)
  fireEvent.scroll(window)
  return act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

describe('header', () => {
  it('shows the menu of the specification and marks the current page', async () => {
    const { header } = await open('/tags?categoryId=33')
    const nav = within(header.getByRole('navigation', { name: '主导航' }))
    const names = ['首页', '新闻资讯', '研究', '宝石百科', '品牌周边']
    const hrefs = ['/', '/tags?categoryId=32', '/tags?categoryId=33', '/gem', '/surrounding']
    expect(names.map((name) => nav.getByRole('link', { name }).getAttribute('href'))).toEqual(hrefs)
    expect(nav.getByRole('link', { name: '研究' }).getAttribute('aria-current')).toBe('page')
    expect(nav.getByRole('link', { name: '新闻资讯' }).hasAttribute('aria-current')).toBe(false)
    const listFolded = (name: string) =>
      within(nav.getByRole('button', { name }).parentElement as HTMLElement)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.getAttribute('href'))
    expect(listFolded('检测业务')).toEqual(['/certificate-check', '/rangeDetail', '/instrument'])
    expect(listFolded('关于我们')).toEqual(['/about', '/contact-us', '/join-us'])
    expect(header.getByRole('link', { name: '联系咨询' }).getAttribute('href')).toBe('/contact-us')
    const logo = header.getByRole('link', { name: /.+ 首页$/ })
    expect([logo.getAttribute('href'), logo.querySelector('svg')]).toEqual(['/', expect.anything()])
  })

  it('shows the menus that upstream sends, and those of the specification when it sends none', async () => {
    const links = [{ text: '送检须知', to: '/contact-us', note: '带什么' }]
    const menus = { headerMenu: [{ text: '送检', to: '', links }], footerLinks: [{ title: '标准', links }] }
    const { header } = await open('/', makeSiteAnswer(menus))
    const nav = within(header.getByRole('navigation', { name: '主导航' }))
    expect(nav.getByRole('button', { name: '送检' })).toBeTruthy()
    expect(nav.getByRole('link', { name: '送检须知带什么', hidden: true })).toBeTruthy()
    expect(nav.queryByText('首页')).toBeNull()
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getAllByRole('navigation').map((one) => one.getAttribute('aria-label'))).toEqual(['标准'])
  })

  it('opens a dropdown by mouse and keyboard, and closes it with Esc', async () => {
    const { header } = await open()
    const button = header.getByRole('button', { name: '检测业务' })
    const isOpen = () => button.getAttribute('aria-expanded') === 'true'
    fireEvent.pointerEnter(button.parentElement as HTMLElement, { pointerType: 'mouse' })
    expect(isOpen()).toBe(true)
    // In Firefox before 129 and older Safari, a click event does not name its pointer.
    fireEvent.pointerDown(button, { pointerType: 'mouse' })
    fireEvent(button, new MouseEvent('click', { bubbles: true, detail: 1 }))
    expect(isOpen()).toBe(true)
    fireEvent.pointerLeave(button.parentElement as HTMLElement, { pointerType: 'mouse' })
    expect(isOpen()).toBe(false)
    fireEvent.click(button)
    expect(isOpen()).toBe(true)
    const link = header.getByRole('link', { name: /证书查询/ })
    link.focus()
    fireEvent.keyDown(link, { key: 'Escape' })
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(button)
  })

  it('hides while scrolling down and shows while scrolling up, unless focused', async () => {
    const { header } = await open()
    const { classList } = screen.getByRole('banner')
    // The header has watched the page since hydration only.
    await waitFor(() => expect([...classList]).toContain('slide-down'))
    await scrollToY(600)
    expect([...classList]).toContain('slide-up')
    await scrollToY(500)
    expect([...classList]).toContain('slide-down')
    header.getByRole('link', { name: '宝石百科' }).focus()
    await scrollToY(900)
    expect([...classList]).toContain('slide-down')
  })

  it('shows the reading progress with two decimals', async () => {
    await open()
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(innerHeight + 3000)
    await scrollToY(1000)
    expect(screen.getByText('33.33%').parentElement?.style.getPropertyValue('--progress')).toBe('33.33%')
  })

  it('stores the theme for the session and sets it on the document', async () => {
    const { header } = await open()
    fireEvent.click(header.getByRole('button', { name: '切换深色主题' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(sessionStorage.getItem('theme')).toBe('dark')
    fireEvent.click(await header.findByRole('button', { name: '切换浅色主题' }))
    expect(sessionStorage.getItem('theme')).toBe('light')
  })
})

describe('search', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('opens with the shortcut: %o', async (modifier) => {
    await open()
    // The listener is added after the shell is visible.
    await waitFor(() => expect(fireEvent.keyDown(document.body, { key: 'k', ...modifier })).toBe(false))
    expect(await screen.findByRole('dialog', { name: '搜索新闻' })).toBeTruthy()
  })

  it('opens above the login dialog, which keeps its input and is closed by following a hit', async () => {
    const SEARCH = 'GET /v1/article/search'
    await open('/', { [SEARCH]: good(SEARCH, { records: [{ id: 1, title: '翡翠', categoryId: 33 }], pages: 1 }) })
    act(() => openDialog('login'))
    const account = await screen.findByLabelText<HTMLInputElement>('账号')
    fireEvent.change(account, { target: { value: 'zhiwei' } })
    fireEvent.keyDown(account, { key: 'k', ctrlKey: true })
    fireEvent.keyDown(await screen.findByRole('searchbox'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
    expect([account.isConnected, account.value]).toEqual([true, 'zhiwei'])
    fireEvent.keyDown(account, { key: 'k', ctrlKey: true })
    fireEvent.input(await screen.findByRole('searchbox'), { target: { value: '翡翠' } })
    fireEvent.click(await screen.findByText('翡翠'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open when the login dialog below it closes after a login in another tab', async () => {
    await open()
    act(() => openDialog('login'))
    await screen.findByLabelText('账号')
    act(() => openDialog('search'))
    await screen.findByRole('searchbox')
    act(() => closeDialog('login'))
    expect(screen.queryByLabelText('账号')).toBeNull()
    expect(screen.getByRole('searchbox')).toBeTruthy()
    act(() => closeDialog('search'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens a dialog on a plain click, and the search page with a modifier key', async () => {
    const { header, router } = await open()
    const link = header.getByRole('link', { name: /搜索新闻/ })
    expect(link.getAttribute('href')).toBe('/search')
    link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent.click(link, { ctrlKey: true })
    expect(useDialogs.getState().open).toBeNull()
    fireEvent.click(link)
    expect(await screen.findByRole('dialog', { name: '搜索新闻' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
  })
})

describe('the elder mode', () => {
  const getElderSwitches = () => screen.getAllByRole('button', { name: '长辈版', hidden: true })

  it('has one state in toolbar and footer, stored for the session and set on the document', async () => {
    await open()
    const [inToolbar, inFooter] = [screen.getByRole('complementary', { hidden: true }), screen.getByRole('contentinfo')]
    const pressElderSwitch = (place: HTMLElement) =>
      fireEvent.click(within(place).getByRole('button', { name: '长辈版', hidden: true }))
    pressElderSwitch(inFooter)
    expect(document.documentElement.dataset.elder).toBe('on')
    expect(sessionStorage.getItem('elder')).toBe('on')
    const getPressedStates = () => getElderSwitches().map((button) => button.getAttribute('aria-pressed'))
    await waitFor(() => expect(getPressedStates()).toEqual(['true', 'true']))
    pressElderSwitch(inToolbar)
    expect(document.documentElement.dataset.elder).toBeUndefined()
    expect(sessionStorage.getItem('elder')).toBeNull()
  })

  it('can be switched in the drawer, like the theme', async () => {
    const { header } = await open()
    fireEvent.click(header.getByRole('button', { name: '打开菜单' }))
    const drawer = within(await screen.findByRole('dialog', { name: '菜单' }))
    fireEvent.click(drawer.getByRole('button', { name: '长辈版' }))
    fireEvent.click(drawer.getByRole('button', { name: '切换深色主题' }))
    expect({ ...document.documentElement.dataset }).toMatchObject({ elder: 'on', theme: 'dark' })
  })

  it('is restored from the session', async () => {
    document.documentElement.dataset.elder = 'on'
    await open()
    expect(getElderSwitches().map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true'])
  })
})

describe('drawer', () => {
  it('opens with the menu button, lists the links of the specification, and closes on navigation', async () => {
    const { header } = await open()
    fireEvent.click(header.getByRole('button', { name: '打开菜单' }))
    const drawer = within(await screen.findByRole('dialog', { name: '菜单' }))
    const links = within(drawer.getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      '首页',
      '证书查询',
      '流程与范围',
      '仪器与方法',
      '新闻资讯',
      '研究',
      '宝石百科',
      '关于我们',
      '联系我们',
      '加入我们',
      '品牌周边',
    ])
    fireEvent.click(drawer.getByRole('link', { name: '联系我们' }))
    await screen.findByRole('heading', { name: '页面 /contact-us' })
    expect(useDialogs.getState().open).toBeNull()
  })

  it('offers a visitor the login', async () => {
    const { header } = await open()
    fireEvent.click(header.getByRole('button', { name: '打开菜单' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '登录' }))
    expect(await screen.findByRole('heading', { name: '账号密码登录' })).toBeTruthy()
  })

  it('offers a member the logout', async () => {
    const { header } = await open('/', member)
    await header.findByRole('button', { name: '林知微' })
    fireEvent.click(header.getByRole('button', { name: '打开菜单' }))
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: '退出登录' })).toBeTruthy()
  })
})

describe('announcement', () => {
  const bulletin = makeSiteAnswer({ bulletin: '<p>节日<b>暂停收样</b></p>' })

  it('fades out within 500 ms when closed, and stays hidden in this tab', async () => {
    await open('/', bulletin)
    const bar = screen.getByRole('region', { name: '公告' })
    vi.useFakeTimers()
    fireEvent.click(within(bar).getByRole('button', { name: '关闭公告' }))
    expect(bar.dataset.closing).toBe('true')
    vi.advanceTimersByTime(NOTICE_FADE_MS - 1)
    expect(document.documentElement.dataset.announcement).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(document.documentElement.dataset.announcement).toBe('closed')
    expect(sessionStorage.getItem('announcement')).toBe('closed')
  })

  it('pauses on request', async () => {
    await open('/', bulletin)
    fireEvent.click(screen.getByRole('button', { name: '暂停滚动公告' }))
    expect(screen.getByRole('region', { name: '公告' }).dataset.paused).toBe('true')
    expect(screen.getByRole('button', { name: '继续滚动公告' })).toBeTruthy()
  })

  it('is not shown without a bulletin', async () => {
    await open('/', makeSiteAnswer({ bulletin: '<p>&nbsp;</p>' }))
    expect(screen.queryByRole('region', { name: '公告' })).toBeNull()
  })
})

describe('toolbar', () => {
  it('appears after scrolling down 150 px', async () => {
    await open()
    const isShown = () => screen.getByRole('complementary', { hidden: true }).hasAttribute('data-shown')
    await scrollToY(150)
    expect(isShown()).toBe(false)
    await scrollToY(170)
    expect(isShown()).toBe(true)
    await scrollToY(0)
    expect(isShown()).toBe(false)
  })

  it('scrolls back to the top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    await open()
    scrollTo.mockClear()
    fireEvent.click(screen.getByRole('button', { name: '回到顶部', hidden: true }))
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' })
  })

  it.each(['通知', '私信'])('requires a login from a visitor for %s', async (name) => {
    await open()
    fireEvent.click(screen.getByRole('button', { name, hidden: true }))
    expect(useDialogs.getState().open).toBe('login')
  })

  it.each([
    ['通知', '/notice/id?type=0'],
    ['私信', '/im'],
  ])('leads a member to %s', async (name, path) => {
    const { router } = await open('/', member)
    await waitFor(() => expect(useSession.getState().user?.nickname).toBe('林知微'))
    fireEvent.click(screen.getByRole('button', { name, hidden: true }))
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(path))
  })
})

describe('footer', () => {
  it('shows columns of links, and phone and filing number only when set', async () => {
    await open()
    const footer = within(screen.getByRole('contentinfo'))
    const columns = footer.getAllByRole('navigation').map((one) => one.getAttribute('aria-label'))
    expect(columns).toEqual(['检测业务', '资讯与研究', '关于', '帮助', '常用网址'])
    expect(footer.queryByRole('link', { name: /027/ })).toBeNull()
    expect(footer.queryByRole('link', { name: /ICP/ })).toBeNull()
  })

  it('links the filing number to the register and the phone number to a call', async () => {
    await open('/', makeSiteAnswer({ phone: '027-8888 0000', recordNum: '鄂ICP备2024000001号' }))
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name: '027-8888 0000' }).getAttribute('href')).toBe('tel:02788880000')
    expect(footer.getByRole('link', { name: /ICP/ }).getAttribute('href')).toBe('https://beian.miit.gov.cn')
  })

  it.each(['/message', '/message/', '/chat', '/newposts', '/im'])('is hidden on %s', async (path) => {
    await open(path)
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })

  it('lists the addresses of the specification as far as a menu leads to their pages', async () => {
    const listHrefs = () =>
      within(screen.getByRole('navigation', { name: '常用网址' }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    const { unmount } = await open()
    expect(listHrefs()).toEqual(['/news', '/research', '/gem-encyclopedia', '/inspection', '/about'])
    unmount()
    const footerLinks = [{ title: '资讯', links: [{ text: '研究', to: '/tags?categoryId=33' }] }]
    const page = await open('/', makeSiteAnswer({ headerMenu: [{ text: '宝石', to: '/gem' }], footerLinks }))
    expect(listHrefs()).toEqual(['/research', '/gem-encyclopedia'])
    page.unmount()
    await open('/', makeSiteAnswer({ headerMenu: [], footerLinks: [] }))
    expect(screen.queryByRole('navigation', { name: '常用网址' })).toBeNull()
  })
})

describe('a navigation', () => {
  const makeTitledRoute = (title: string) => ({
    Component: () => <h1>{title}</h1>,
    handle: { meta: () => ({ title }) },
  })
  const pages = [
    { path: '/', ...makeTitledRoute('甲'), loader: () => 1 },
    { path: '/b', ...makeTitledRoute('乙'), loader: () => 1 },
  ]

  it('sets and announces the title, and focuses the page', async () => {
    const { router, main } = await open('/', {}, pages)
    await waitFor(() => expect(document.title).toBe('甲 - 石衡珠宝玉石检测中心'))
    await act(() => router.navigate('/b'))
    expect(document.title).toBe('乙 - 石衡珠宝玉石检测中心')
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === document.title)).toBe(true)
    expect(document.activeElement).toBe(main)
  })

  it('remounts the page when the query changes, with a transition', async () => {
    const { router, main } = await open('/', {}, pages)
    const before = screen.getByRole('heading', { name: '甲' })
    expect(main.querySelector('[data-entering]')).toBeNull()
    await act(() => router.navigate('/?page=2'))
    expect(screen.getByRole('heading', { name: '甲' })).not.toBe(before)
    expect(main.querySelector('[data-entering]')).not.toBeNull()
  })

  it('scrolls smoothly to a hash, and at once without one', async () => {
    const { router } = await open('/', {}, pages)
    await act(() => router.navigate('/b#part'))
    expect(document.documentElement.dataset.scroll).toBe('smooth')
    await act(() => router.navigate('/'))
    expect(document.documentElement.dataset.scroll).toBeUndefined()
  })

  it('covers the page with “loading...” only when it is slow', async () => {
    const slow = { path: '/slow', Component: () => <h1>慢</h1>, loader: () => new Promise(() => {}) }
    const { router } = await open('/', {}, [...pages, slow])
    vi.useFakeTimers()
    await act(async () => void router.navigate('/slow'))
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByText('loading...')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText('loading...')).toBeTruthy()
  })
})

it.each([
  [true, 2],
  [false, 0],
])('shows lanterns only when their flag is set: %s', async (lantern, count) => {
  const { main } = await open('/', makeSiteAnswer({ lantern }))
  expect(main.querySelectorAll('svg text').length).toBe(count * 2)
})

it('covers the page and locks scrolling between showLoading and closeLoading', async () => {
  await open()
  act(showLoading)
  expect(await screen.findByText('loading...')).toBeTruthy()
  expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(true)
  act(closeLoading)
  expect(screen.queryByText('loading...')).toBeNull()
  expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(false)
})

it('shows the message of an API error, and on 401 logs out and opens the login dialog', async () => {
  const loader = defineLoader(({ api }) => api.call('GET /v1/category/'))
  const pages = [...makePlainPages('/'), { path: '/own', loader, element: null, errorElement: <h1>未登录</h1> }]
  const { router } = await open('/', { ...member, 'GET /v1/category/': bad(401, '当前会话已过期，请重新登录') }, pages)
  await waitFor(() => expect(useSession.getState().user).not.toBeNull())
  act(() => void router.navigate('/own'))
  expect(await screen.findByText('当前会话已过期，请重新登录')).toBeTruthy()
  expect(useSession.getState().user).toBeNull()
  expect(sessionStorage.getItem('user')).toBeNull()
  expect(useDialogs.getState().open).toBe('login')
  act(() => closeDialog('login'))
  expect(await screen.findByRole('heading', { name: '未登录' })).toBeTruthy()
})

it('shows defaults when the site’s settings cannot be loaded', async () => {
  await open('/', { [SITE]: bad(502, '上游不可用') })
  expect(screen.getByRole('contentinfo').textContent).toContain('版权所有 © 珠宝玉石检测机构')
})
