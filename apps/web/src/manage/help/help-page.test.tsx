import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AREAS } from '#manage/manage-areas.ts'
import { HELP_SECTIONS, helpAddress } from '#manage/shell/help-sections.ts'
import { openArea } from '#testing/open-manage.tsx'
import { allSections, readHandbook } from './handbook.ts'

const TITLES = allSections(readHandbook()).map(({ title }) => title)

it('has a section for every page and tab, each with a title of its own', () => {
  const routes = AREAS.flatMap(({ pages }) => pages.map(([path]) => path))
  expect(routes.filter((path) => !(path in HELP_SECTIONS))).toEqual([])
  expect(Object.values(HELP_SECTIONS).filter((title) => !TITLES.includes(title))).toEqual([])
  expect(AREAS.map(({ label }) => label).filter((label) => !TITLES.includes(label))).toEqual([])
  expect(TITLES).toEqual([...new Set(TITLES)])
})

it('finds the section of an address', () => {
  const at = (pathname: string, search = '') => helpAddress({ pathname, search })
  expect(at('/people/signatories')).toBe('/help#签字人与标志')
  expect(at(`/people/${'a'.repeat(32)}`)).toBe('/help#用户资料')
  expect([at('/people', '?view=invited'), at('/people', '?view=staff')]).toEqual(['/help#邀请同事', '/help#用户'])
  expect([at('/site', '?tab=brand'), at('/site')]).toEqual(['/help#品牌', '/help#站点'])
  expect(at('/nowhere')).toBe('/help')
})

it('leads only to pages that there are', () => {
  const links = allSections(readHandbook()).flatMap(({ blocks }) =>
    blocks
      .flatMap((block) => (block.kind === 'paragraph' ? [block.pieces] : block.items))
      .flat()
      .flatMap((piece) => (piece.kind === 'link' && piece.to.startsWith('/') ? [piece.to] : [])),
  )
  const address = (to: string) => {
    const [pathname = '', search = ''] = to.split('?')
    return helpAddress({ pathname, search })
  }
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => address(to) === '/help')).toEqual([])
})

it('reads chapters, sections, paragraphs, lists, code, emphasis and links', () => {
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

it('opens the section of the page from the top bar, and marks it in the contents', async () => {
  const { router } = openArea('/audit')
  fireEvent.click(await screen.findByRole('link', { name: '本页手册' }))
  expect(await screen.findByRole('heading', { name: '管理端手册' })).toBeTruthy()
  expect(decodeURIComponent(router.state.location.hash)).toBe('#操作记录')
  const contents = within(screen.getByRole('navigation', { name: '手册目录' }))
  expect(contents.getByRole('link', { current: 'location' }).textContent).toBe('操作记录')
})

it('shows the sections that contain every word, marked, and says when there is none', async () => {
  openArea('/help')
  const field = await screen.findByRole('searchbox', { name: '搜索：手册中的字句' })
  fireEvent.change(field, { target: { value: '恢复码 打印' } })
  const headings = () =>
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
  expect(headings()).toEqual(['登录与安全'])
  expect(screen.getByRole('status').textContent).toBe('1 节')
  expect(document.querySelector('mark')?.textContent).toBe('恢复码')
  fireEvent.change(field, { target: { value: '没有的字句(' } })
  fireEvent.click(screen.getByRole('button', { name: '看全部章节' }))
  expect(headings().length).toBeGreaterThan(8)
  expect((field as HTMLInputElement).value).toBe('')
})
