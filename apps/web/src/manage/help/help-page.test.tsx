import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AREAS } from '#manage/manage-areas.ts'
import { findHelpAddress, HELP_SECTIONS } from '#manage/shell/help-sections.ts'
import { openArea } from '#testing/open-manage.tsx'
import { listSections, readHandbook } from './handbook.ts'

const TITLES = listSections(readHandbook()).map(({ title }) => title)

it('has a section with a unique title for every page and tab', () => {
  const routes = AREAS.flatMap(({ pages }) => pages.map(([path]) => path))
  expect(routes.filter((path) => !(path in HELP_SECTIONS))).toEqual([])
  expect(Object.values(HELP_SECTIONS).filter((title) => !TITLES.includes(title))).toEqual([])
  expect(AREAS.map(({ label }) => label).filter((label) => !TITLES.includes(label))).toEqual([])
  expect(TITLES).toEqual([...new Set(TITLES)])
})

it('finds the section for an address', () => {
  const findAddress = (pathname: string, search = '') => findHelpAddress({ pathname, search })
  expect(findAddress('/people/signatories')).toBe('/help#签字人与标志')
  expect(findAddress(`/people/${'a'.repeat(32)}`)).toBe('/help#用户资料')
  expect([findAddress('/people', '?view=invited'), findAddress('/people', '?view=staff')]).toEqual([
    '/help#邀请同事',
    '/help#用户',
  ])
  expect([findAddress('/site', '?tab=brand'), findAddress('/site')]).toEqual(['/help#品牌', '/help#站点'])
  expect(findAddress('/nowhere')).toBe('/help')
})

it('links only to existing pages', () => {
  const links = listSections(readHandbook()).flatMap(({ blocks }) =>
    blocks
      .flatMap((block) => (block.kind === 'paragraph' ? [block.pieces] : block.items))
      .flat()
      .flatMap((piece) => (piece.kind === 'link' && piece.to.startsWith('/') ? [piece.to] : [])),
  )
  const resolveAddress = (to: string) => {
    const [pathname = '', search = ''] = to.split('?')
    return findHelpAddress({ pathname, search })
  }
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => resolveAddress(to) === '/help')).toEqual([])
})

it('parses chapters, sections, paragraphs, lists, code, emphasis and links', () => {
  const text = '\n引言\n\n### 甲\n\n一行\n接着 `码`\n\n- **重**点\n- [乙](/b)\n\n#### 丙\n\n末行\n'
  expect(readHandbook(text)).toEqual([
    {
      title: '甲',
      blocks: [
        {
          kind: 'paragraph',
          pieces: [
            { kind: 'text', text: '一行接着 ' },
            { kind: 'code', text: '码' },
          ],
        },
        {
          kind: 'list',
          isOrdered: false,
          items: [
            [
              { kind: 'strong', text: '重' },
              { kind: 'text', text: '点' },
            ],
            [{ kind: 'link', text: '乙', to: '/b' }],
          ],
        },
      ],
      sections: [{ title: '丙', blocks: [{ kind: 'paragraph', pieces: [{ kind: 'text', text: '末行' }] }] }],
    },
  ])
})

it('opens the section of the current page from the top bar, and marks it in the contents', async () => {
  const { router } = openArea('/audit')
  fireEvent.click(await screen.findByRole('link', { name: '本页手册' }))
  expect(await screen.findByRole('heading', { name: '管理端手册' })).toBeTruthy()
  expect(decodeURIComponent(router.state.location.hash)).toBe('#操作记录')
  const contents = within(screen.getByRole('navigation', { name: '手册目录' }))
  expect(contents.getByRole('link', { current: 'location' }).textContent).toBe('操作记录')
})

it('shows the sections that contain every word, with the words marked, and reports when there is none', async () => {
  openArea('/help')
  const field = await screen.findByRole('searchbox', { name: '搜索：手册中的字句' })
  fireEvent.change(field, { target: { value: '恢复码 打印' } })
  const listHeadings = () =>
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
  expect(listHeadings()).toEqual(['登录与安全'])
  expect(screen.getByRole('status').textContent).toBe('1 节')
  expect(document.querySelector('mark')?.textContent).toBe('恢复码')
  fireEvent.change(field, { target: { value: '没有的字句(' } })
  fireEvent.click(screen.getByRole('button', { name: '看全部章节' }))
  expect(listHeadings().length).toBeGreaterThan(8)
  expect((field as HTMLInputElement).value).toBe('')
})
