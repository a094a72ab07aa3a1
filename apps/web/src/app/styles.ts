/** The global styles come first of all, so that the order of the layers is said before any of them is used. */
import '#styles/main.css'
