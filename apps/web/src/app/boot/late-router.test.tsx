import { act, fireEvent, render, screen } from '@testing-library/react'
import { createBrowserRouter, type RouteObject, RouterProvider, useLoaderData } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { Link } from '#ui/link.tsx'
import { createLateRouter } from './late-router.ts'

const mounted = vi.fn()

function Home() {
  const words = useLoaderData<string>()
  return (
    <>
      <h1 ref={mounted}>{words}</h1>
      <Link to="/gem?page=2">宝石百科</Link>
    </>
  )
}

const routes: RouteObject[] = [
  { id: 'home', path: '/', Component: Home, loader: () => '再次读取' },
  { id: 'gem', path: '/gem', Component: () => <h1>宝石百科</h1> },
]
const hydration = { loaderData: { home: '服务器读取' } }

/** The page as it stands before the router's code has come; `come` lets it come, or fails. */
function openFirstPage() {
  const loads: { come: () => void; fail: () => void }[] = []
  const late = createLateRouter(routes, hydration, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    loads.push({ come: resolve, fail: () => reject(new Error('no network')) })
    return promise.then(() => createBrowserRouter(routes, { hydrationData: hydration }))
  })
  render(<RouterProvider router={late.router} />)
  return { ...late, loads }
}

beforeEach(() => {
  history.replaceState(null, '', '/')
  mounted.mockClear()
})

it('shows the page with what the server has read, before the code that changes pages is there', () => {
  const { loads } = openFirstPage()
  expect(screen.getByRole('heading').textContent).toBe('服务器读取')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/gem?page=2')
  expect(loads).toHaveLength(0)
})

it('keeps the page as it stands when that code comes', async () => {
  const { arrive, loads } = openFirstPage()
  const arriving = arrive()
  loads[0]?.come()
  await act(() => arriving)
  expect(screen.getByRole('heading').textContent).toBe('服务器读取')
  expect(mounted).toHaveBeenCalledTimes(1)
})

it('opens the page behind a link that was pressed before, once the code is there', async () => {
  const { loads } = openFirstPage()
  fireEvent.click(screen.getByRole('link'))
  expect(location.pathname).toBe('/')
  loads[0]?.come()
  expect(await screen.findByRole('heading', { name: '宝石百科' })).toBeTruthy()
  expect(location.pathname + location.search).toBe('/gem?page=2')
})

it('asks again for code that could not be had', async () => {
  const { router, arrive, loads } = openFirstPage()
  const arriving = arrive()
  loads[0]?.fail()
  await expect(arriving).rejects.toThrow('no network')
  const going = router.navigate('/gem')
  expect(loads).toHaveLength(2)
  loads[1]?.come()
  await act(() => going)
  expect(await screen.findByRole('heading', { name: '宝石百科' })).toBeTruthy()
})

it('goes to no other site when its code cannot be had', async () => {
  const { router, loads } = openFirstPage()
  const going = router.navigate('//evil.example/')
  loads[0]?.fail()
  await expect(going).rejects.toThrow('no network')
})
