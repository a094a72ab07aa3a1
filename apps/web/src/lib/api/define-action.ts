import type { ActionFunctionArgs } from 'react-router-dom'
import { type ApiClient, ApiError } from './api-client.ts'
import { apiRouterContext } from './api-context.ts'
import { toRouteError } from './define-loader.ts'

export interface ActionInput {
  /** Ends its calls when the act is given up. */
  api: ApiClient
  /** The fields of the form, whether a script has sent them or the browser itself. */
  form: FormData
  request: Request
}

/**
 * Makes the action of a form that works with a script and without one: it runs in the browser, or on the server when
 * the form came as a POST. Answers with `data(result, { status })` where the page should have a status of its own. An
 * `ApiError` that it does not catch becomes the error page, as in `defineLoader`.
 */
export function defineAction<T>(act: (input: ActionInput) => Promise<T>) {
  return async function action({ request, context }: ActionFunctionArgs): Promise<T> {
    const form = await request.formData()
    const api = context.get(apiRouterContext).boundTo(request.signal)
    try {
      return await act({ api, form, request })
    } catch (reason) {
      if (reason instanceof ApiError) throw toRouteError(reason)
      throw reason
    }
  }
}
