/** Remembers the button that was pressed last while nobody listens yet; part of the page's own script. */
export const EARLY_PRESS_SCRIPT =
  'document.onclick=e=>{let b=e.target.closest("button");if(b&&b.type!="submit")document.pressed=b};'

/**
 * To be called just before React listens. What was pressed until then would be lost: the page looks ready before its
 * scripts are there.
 * @returns presses it again, once there is somebody to hear it
 */
export function takeEarlyPress(): () => void {
  const early = document as Document & { pressed?: HTMLElement }
  document.onclick = null
  return () => {
    if (early.pressed?.isConnected) early.pressed.click()
    delete early.pressed
  }
}
