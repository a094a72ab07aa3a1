import { sheetsHash } from 'virtual:feature-sheets'
import type { ComponentType } from 'react'

/** Adds the style sheet of a feature to a component of that feature. React shows the component once the sheet is loaded. */
export function withSheet<Props extends object>(
  feature: string,
  Component: ComponentType<Props>,
): ComponentType<Props> {
  if (sheetsHash === null) return Component
  const href = `/assets/${feature}-${sheetsHash}.css`
  return (props) => (
    <>
      <link rel="stylesheet" href={href} precedence="page" />
      <Component {...props} />
    </>
  )
}
