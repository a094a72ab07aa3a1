import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider, type To } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Link, type LinkProps } from './link.tsx'

function openWith(props: LinkProps) {
  const router = createMemoryRouter([
    { path: '/', element: <Link {...props}>去</Link> },
    { path: '/gem', element: <h1>宝石百科</h1> },
  ])
  render(<RouterProvider router={router} />)
  return { router, link: screen.getByRole('link') }
}

it('opens a page of this site by client navigation', async () => {
  const { link } = openWith({ to: '/gem?page=2' })
  expect(link.getAttribute('href')).toBe('/gem?page=2')
  expect(fireEvent.click(link)).toBe(false)
  expect(await screen.findByRole('heading', { name: '宝石百科' })).toBeTruthy()
})

it.each([
  ['with a key held', { to: '/gem' }, { ctrlKey: true }],
  ['in a new window', { to: '/gem', target: '_blank' }, {}],
  ['to another site', { to: 'https://www.example.com/a' }, {}],
  ['to a management page', { to: '/manage/articles/7' }, {}],
  ['to a mail program', { to: 'mailto:lab@example.com' }, {}],
])('lets the browser open a link %s', (_case, props, keys) => {
  const { router, link } = openWith(props)
  // Prevents the navigation, which jsdom would report as an error.
  link.addEventListener('click', (event) => event.preventDefault())
  const prevented = vi.fn()
  window.addEventListener('click', ({ defaultPrevented }) => prevented(defaultPrevented), { once: true })
  fireEvent.click(link, keys)
  expect(link.getAttribute('href')).toBe(props.to)
  expect(router.state.location.pathname).toBe('/')
  expect(prevented).toHaveBeenCalled()
})

it('does not navigate when a handler prevents it', () => {
  const { router, link } = openWith({ to: '/gem', onClick: (event) => event.preventDefault() })
  fireEvent.click(link)
  expect(router.state.location.pathname).toBe('/')
})

it.each<[To]>([
  ...[['/'], ['/gem'], ['/tags?categoryId=3&page=2'], ['/search?keyword=红宝石'], ['/gem?'], ['/gem/'], ['/gem#top']],
  ...[['/a/../b'], ['//www.example.com/a'], ['gem'], ['?page=2'], ['#top'], ['https://www.example.com/a'], ['']],
  [{ pathname: '/gem', search: '?page=2' }],
] as [To][])('has the same HTML on the server as in the browser: %o', async (to) => {
  vi.stubEnv('SSR', true)
  vi.resetModules()
  const { Link: WrittenLink } = await import('./link.tsx')
  vi.unstubAllEnvs()
  expect(WrittenLink).not.toBe(Link)
  const [written, routed] = [WrittenLink, Link].map((Kind) =>
    renderToString(
      <MemoryRouter initialEntries={['/news-article/3?from=list']}>
        <Kind to={to} replace className="x" target="_self" onClick={() => undefined}>
          去
        </Kind>
      </MemoryRouter>,
    ),
  )
  expect(written).toBe(routed)
})
