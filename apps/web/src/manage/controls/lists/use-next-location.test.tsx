import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useNextLocation } from './use-next-location.ts'

function Page() {
  const { pathname } = useLocation()
  const next = useNextLocation()
  return <p>{[pathname, next && next.pathname + next.search].filter(Boolean).join(' → ')}</p>
}

it('returns the path of the loading page below the base of the pages, like `useLocation`', async () => {
  const loader = ({ request }: { request: Request }) =>
    request.url.includes('?') ? new Promise<null>(() => undefined) : null
  const routes = [{ path: '/audit', loader, Component: Page, HydrateFallback: () => null }]
  const router = createMemoryRouter(routes, { basename: '/manage', initialEntries: ['/manage/audit'] })
  render(<RouterProvider router={router} />)
  await screen.findByText('/audit')
  act(() => void router.navigate('/audit?outcome=refused'))
  expect(await screen.findByText('/audit → /audit?outcome=refused')).toBeTruthy()
})
