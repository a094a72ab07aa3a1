import { lazy, StrictMode, Suspense, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { ApiContext, routerContextWith } from '#lib/api/api-context.ts'
import { manageRoutes } from './manage-routes.tsx'
import { ThemeButton } from './shell/theme-button.tsx'
import { StaffGate } from './staff/staff-gate.tsx'

/** Before there is an owner nobody can log in. */
const SETUP_PATH = '/manage/setup'
const SetupPage = lazy(async () => ({ default: (await import('./setup/setup-page.tsx')).SetupPage }))

/** The management pages. */
export function ManageApp({ api }: { api: ApiClient }) {
  return (
    <StrictMode>
      <ApiContext value={api}>
        {location.pathname === SETUP_PATH ? (
          <Suspense>
            <SetupPage corner={<ThemeButton />} />
          </Suspense>
        ) : (
          <StaffGate>
            <Pages api={api} />
          </StaffGate>
        )}
      </ApiContext>
    </StrictMode>
  )
}

/** The router is made behind the gate: its loaders need the login and the second factor. */
function Pages({ api }: { api: ApiClient }) {
  const [router] = useState(() =>
    createBrowserRouter(manageRoutes(), { basename: '/manage', getContext: () => routerContextWith(api) }),
  )
  return <RouterProvider router={router} />
}
