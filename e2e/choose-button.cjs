// Loaded into Electron before the app, for stories whose dialog appears before a story can reach it: simulates a user who chooses one
// button.

const { dialog } = require('electron');

dialog.showMessageBox = async (...given) => {
  const { buttons } = given.at(-1);
  const response = buttons.indexOf(process.env.MISFIRE_CHOOSE);
  if (response < 0) throw new Error(`There is no button ${process.env.MISFIRE_CHOOSE} among ${buttons.join(', ')}.`);
  return { response, checkboxChecked: false };
};
