import { createContext as createReactContext, useContext } from 'react'
import { createContext, RouterContextProvider } from 'react-router-dom'
import type { ApiClient } from './api-client.ts'

/** Context key of the client for loaders. */
export const apiRouterContext = createContext<ApiClient>()

/** Creates a router context with the client. */
export function createRouterContext(api: ApiClient): RouterContextProvider {
  const provider = new RouterContextProvider()
  provider.set(apiRouterContext, api)
  return provider
}

/** React context of the client for event handlers; pages get their data from loaders. */
export const ApiContext = createReactContext<ApiClient | null>(null)

/** @throws Error outside of the application's tree. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('no ApiContext above this component')
  return api
}
