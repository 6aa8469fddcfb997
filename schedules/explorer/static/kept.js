// What the browser keeps of a reader's choices.

/** The value kept under a name, null for none; with `value`, it is kept first. */
export function kept(name, value = null) {
  try {
    if (value !== null) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    // A page without storage forgets it, as one whose storage is full.
    return null;
  }
}
