/** Records the last button clicked before hydration; part of the inline start script. */
export const CLICK_RECORDER_SCRIPT =
  'document.onclick=e=>{let b=e.target.closest("button");if(b&&b.type!="submit")document.clicked=b};'

/**
 * Stops recording, just before hydration: the page looks ready before its scripts are loaded.
 * @returns a function that clicks the recorded button again, once React handles clicks
 */
export function takeRecordedClick(): () => void {
  const recorder = document as Document & { clicked?: HTMLElement }
  document.onclick = null
  return () => {
    if (recorder.clicked?.isConnected) recorder.clicked.click()
    delete recorder.clicked
  }
}
