import { type ComponentType, lazy, StrictMode, Suspense, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { ApiContext, createRouterContext } from '#lib/api/api-context.ts'
import { createManageRoutes } from './manage-routes.tsx'
import { ThemeButton } from './shell/theme-button.tsx'
import { StaffGate } from './staff/staff-gate.tsx'

const SetupPage = lazy(async () => ({ default: (await import('./setup/setup-page.tsx')).SetupPage }))

/** Pages for people without a duty: the first set-up, where nobody can log in yet, and pages that are opened from a mail. */
const OPEN_PAGES: Readonly<Record<string, ComponentType>> = {
  '/manage/setup': () => <SetupPage corner={<ThemeButton />} />,
  '/manage/invitation': lazy(async () => ({
    default: (await import('./people/invitation-page.tsx')).InvitationPage,
  })),
  '/manage/factor-reset': lazy(async () => ({
    default: (await import('./people/refuse-reset-page.tsx')).RefuseResetPage,
  })),
}

/** The management pages. */
export function ManageApp({ api }: { api: ApiClient }) {
  const OpenPage = OPEN_PAGES[location.pathname]
  return (
    <StrictMode>
      <ApiContext value={api}>
        {OpenPage ? (
          <Suspense>
            <OpenPage />
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

/** The router is created behind the gate, because its loaders need the login and the second factor. */
function Pages({ api }: { api: ApiClient }) {
  const [router] = useState(() =>
    createBrowserRouter(createManageRoutes(), { basename: '/manage', getContext: () => createRouterContext(api) }),
  )
  return <RouterProvider router={router} />
}
