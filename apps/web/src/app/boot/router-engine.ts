/**
 * The part of the router that goes from page to page. The build gives this module a copy of its own of the router
 * (`router-plugin.ts`), so that it can come after the first view; the two halves share no identity.
 */
export { createBrowserRouter } from 'react-router-dom'
