import type { Duty } from '@portal/contract/accounts/duties.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data, type LazyRouteFunction, type LoaderFunction, type RouteObject } from 'react-router-dom'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { hasDuty, useStaff } from '#manage/staff/staff-store.ts'
import { AREAS, type Area, type PageModule } from './manage-areas.ts'
import { AreaError, NotFound } from './shell/area-error.tsx'
import { Shell } from './shell/shell.tsx'

/** Creates the routes of every page below `/manage`. */
export function createManageRoutes(areas: readonly Area[] = AREAS): RouteObject[] {
  return [
    {
      element: <Shell places={areas} />,
      HydrateFallback: LoadingRows,
      children: [
        ...areas.flatMap((area) =>
          area.pages.map(([path, load, also = []]) => page([...area.duties, ...also], path, load)),
        ),
        { path: '*', Component: NotFound },
      ],
    },
  ]
}

function page(duties: readonly Duty[], path: string, load: () => Promise<PageModule>): RouteObject {
  const loadPage = async () => {
    const { Component, loader, shouldRevalidate } = await load()
    const guardedLoader: LoaderFunction = (...args) => {
      // Upstream would refuse the call too; the check here saves it.
      if (!hasDuty(useStaff.getState().self?.duties ?? [], duties)) throw data(null, { status: CODE.refused })
      return typeof loader === 'function' ? loader(...args) : null
    }
    return { Component, loader: guardedLoader, ...(shouldRevalidate && { shouldRevalidate }) }
  }
  return { path, lazy: loadPage as LazyRouteFunction<RouteObject>, ErrorBoundary: AreaError }
}
