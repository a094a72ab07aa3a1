import { render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { createBrowserApi } from '#app/boot/browser-api.ts'
import { Root } from '#app/root.tsx'
import { Shell } from '#app/shell/shell.tsx'
import { SHELL_ROUTE_ID, shellLoader } from '#app/shell/shell-loader.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { type Answers, answering } from './answering.ts'

/** Renders an address in the shell with these pages; `answers` replace the BFF. */
export function openPage(path: string, pages: RouteObject[], answers: Answers = {}) {
  const fetch = answering(answers)
  vi.stubGlobal('fetch', fetch)
  const api = createBrowserApi()
  const router = createMemoryRouter(
    [{ id: SHELL_ROUTE_ID, Component: Shell, loader: shellLoader, HydrateFallback: () => null, children: pages }],
    { initialEntries: [path], getContext: () => createRouterContext(api) },
  )
  onTestFinished(() => router.dispose())
  const view = render(
    <Root api={api}>
      <RouterProvider router={router} />
    </Root>,
  )
  return { ...view, router, fetch, api }
}

/** Makes pages with only a heading, for tests of the shell. */
export function makePlainPages(...paths: string[]): RouteObject[] {
  return paths.map((path) => ({ path, element: <h1>{`页面 ${path}`}</h1> }))
}
