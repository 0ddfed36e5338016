// What a carrier between a window and the inspector is: text both ways, and its end. Owns only the interface.
// Always JSON text, over IPC too: structured clone fails at about three thousand levels of nesting, text does not.

export interface Port {
  post(text: string): void;
  /** One listener; called in order. */
  onMessage(listener: (text: string) => void): void;
  /** Called once, when the window is gone or has been reloaded. */
  onClose(listener: () => void): void;
}
