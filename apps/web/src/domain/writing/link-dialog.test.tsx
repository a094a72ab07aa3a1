import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { LinkDialog } from './link-dialog.tsx'

const PAGES = 'GET /v1/page/'
const SEARCH = 'GET /v1/article/search'
const ABOUT = { path: '/about', title: '关于我们', changeTime: '2026-11-20 10:00:00' }
const FEES = { path: '/notice/fees', title: '费用相关', changeTime: '2026-11-20 10:00:00' }

function open(answers: Answers) {
  const onClose = vi.fn()
  const element = <LinkDialog link={{ text: '收费', address: '' }} onClose={onClose} />
  const opened = openPage('/', [{ path: '/', element }], answers)
  return { onClose, ...opened }
}
const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: '“收费”链接到' }), { target: { value } })

it('offers pages and articles whose title has the typed words', async () => {
  const article = { id: 7, title: '检测<em>费</em>用的构成', categoryId: 32 }
  const { onClose } = open({
    [PAGES]: good(PAGES, [ABOUT, FEES]),
    [SEARCH]: good(SEARCH, { records: [article], pages: 1 } as never),
  })
  await screen.findByRole('combobox', { name: '“收费”链接到' })
  type('费')
  fireEvent.click(await screen.findByRole('option', { name: '费用相关 /notice/fees' }))
  expect(onClose).toHaveBeenLastCalledWith({ text: '收费', address: '/notice/fees' })
  expect(within(screen.getByRole('listbox', { name: '本站的页面与文章' })).getAllByRole('option')).toHaveLength(2)
  fireEvent.click(screen.getByRole('option', { name: /^检测费用的构成/ }))
  expect(onClose).toHaveBeenLastCalledWith({ text: '收费', address: '/news-article/7' })
})

it('chooses by arrow keys and Enter, and says when there is nothing to choose', async () => {
  const { onClose } = open({
    [PAGES]: good(PAGES, [ABOUT, FEES]),
    [SEARCH]: good(SEARCH, { records: [], pages: 0 } as never),
  })
  const field = await screen.findByRole('combobox', { name: '“收费”链接到' })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  const getActiveText = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  type('不存在')
  await screen.findByText(/没有找到/)
  type('关')
  await screen.findAllByRole('option')
  expect(getActiveText()).toContain('关于我们')
  press('ArrowDown')
  expect(getActiveText()).toContain('费用相关')
  press('ArrowDown')
  press('ArrowUp')
  press('Enter')
  expect(onClose).toHaveBeenLastCalledWith({ text: '收费', address: '/notice/fees' })
})

it('takes a typed address when the search fails, and searches for none', async () => {
  const { onClose, fetch } = open({ [PAGES]: bad(502, '暂时连接不上'), [SEARCH]: bad(502, '暂时连接不上') })
  await screen.findByRole('combobox', { name: '“收费”链接到' })
  type('费用')
  await vi.waitFor(() => expect(fetch.of(SEARCH)).toHaveLength(1))
  type('www.example.org/a')
  fireEvent.keyDown(screen.getByRole('combobox', { name: '“收费”链接到' }), { key: 'Enter' })
  expect(onClose).toHaveBeenLastCalledWith({ text: '收费', address: 'https://www.example.org/a' })
})
