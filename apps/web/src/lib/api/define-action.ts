import type { ActionFunctionArgs, RouterContextProvider } from 'react-router-dom'
import type { ApiClient } from './api-client.ts'
import { apiRouterContext } from './api-context.ts'
import { withRouteErrors } from './define-loader.ts'

export interface ActionInput {
  /** Client whose calls abort with the submission. */
  api: ApiClient
  form: FormData
  request: Request
}

/** Text of a form's field; empty for a missing field and for a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Defines the action of a form that works with and without JavaScript: it runs in the browser, or on the server for a
 * POST. It may return `data(result, { status })`. An `ApiError` becomes the error page, as in `defineLoader`.
 */
export function defineAction<T>(act: (input: ActionInput) => Promise<T>) {
  return async function action({ request, context }: ActionFunctionArgs<Readonly<RouterContextProvider>>): Promise<T> {
    const form = await request.formData()
    const api = context.get(apiRouterContext).bindTo(request.signal)
    return withRouteErrors(() => act({ api, form, request }))
  }
}
